/**
 * Renews a session that expires over a form: a user with unsaved work signs in again in a dialog, and the calls that
 * failed are repeated.
 */
import { Mount, OnDemand } from '../platform/feedback/on-demand.tsx'
import { hasUnsavedWork } from '../platform/form/unsaved.ts'

const dialog = new OnDemand<() => Promise<boolean>>(() => import('./SignInAgain.tsx'))

/** Placed once, beside the notices. */
export const RenewalOutlet = () => <Mount of={dialog} />

/** True when the same user has signed in again; false when nothing is unsaved, or the dialog was dismissed. */
export const signInAgain = async (): Promise<boolean> => hasUnsavedWork() && (await dialog.tool())()
