/**
 * A session that ends over a form is renewed over that form: whoever entered something signs in again in a dialog, and
 * the calls that found the session over go on as if nothing had been.
 */
import { OnDemand, Place } from '../platform/feedback/on-demand.tsx'
import { holdsWork } from '../platform/form/unsaved.ts'

const dialog = new OnDemand<() => Promise<boolean>>(() => import('./SignInAgain.tsx'))

/** Placed once, beside the notices. */
export const RenewalOutlet = () => <Place of={dialog} />

/** True when the same person is signed in again; false when there is nothing to keep, or it is given up. */
export const signInAgain = async (): Promise<boolean> => holdsWork() && (await dialog.tool())()
