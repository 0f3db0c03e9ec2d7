import { auth } from '@academy/contract/staff/auth.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { endSession } from '../platform/client/session/session.ts'
import { Button } from '../ui/first/Button.tsx'
import { signInPath } from './safe-next.ts'

/** The way out of a page that a session has to pass before it may do anything else. */
export function SignOutLink() {
  const navigate = useNavigate()
  async function leave() {
    // A session that the portal no longer knows ends all the same.
    await call(auth.logout).catch(() => undefined)
    endSession()
    await navigate({ to: signInPath, replace: true })
  }
  return (
    <p className="entrance-other">
      <Button type="link" onClick={() => void leave()}>
        {t('Sign out')}
      </Button>
    </p>
  )
}
