/**
 * Renews a session that expires over a form: a user with unsaved work signs in again in a dialog, and the calls that
 * failed are repeated. Likewise a call that asks for the second factor again.
 */
import { Mount, OnDemand } from '../platform/feedback/on-demand.tsx'
import { hasUnsavedWork } from '../platform/form/unsaved.ts'

const dialog = new OnDemand<() => Promise<boolean>>(() => import('./SignInAgain.tsx'))

const confirmation = new OnDemand<() => Promise<boolean>>(() => import('./ConfirmAgain.tsx'))

/** Placed once, beside the notices. */
export const RenewalOutlet = () => (
  <>
    <Mount of={dialog} />
    <Mount of={confirmation} />
  </>
)

/** True when the user has confirmed with the second factor. */
export const confirmAgain = async (): Promise<boolean> => (await confirmation.tool())()

/** True when the same user has signed in again; false when nothing is unsaved, or the dialog was dismissed. */
export const signInAgain = async (): Promise<boolean> => hasUnsavedWork() && (await dialog.tool())()
