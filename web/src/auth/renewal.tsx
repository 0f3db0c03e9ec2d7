/**
 * Renews a session that expires over a form: a user with unsaved work signs in again in a dialog, and the calls that
 * failed are repeated.
 */
import { OnDemand, Place } from '../platform/feedback/on-demand.tsx'
import { holdsWork } from '../platform/form/unsaved.ts'

const dialog = new OnDemand<() => Promise<boolean>>(() => import('./SignInAgain.tsx'))

/** Placed once, beside the notices. */
export const RenewalOutlet = () => <Place of={dialog} />

/** True when the same user has signed in again; false when nothing is unsaved, or the dialog was dismissed. */
export const signInAgain = async (): Promise<boolean> => holdsWork() && (await dialog.tool())()
