import { auth, changePasswordBody } from '@academy/contract/staff/auth.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { home } from '../platform/client/session/home.ts'
import { rememberUser, useSession } from '../platform/client/session/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Password } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { NewPassword, retypeProblem } from './NewPassword.tsx'
import { newPasswordPath } from './paths.ts'
import { SignOutLink } from './SignOutLink.tsx'
import { safeNext } from './safe-next.ts'
import { useAuthForm } from './use-auth-form.ts'

const empty = { current: '', password: '', retype: '' }

const problemsOf = (body: typeof empty) => ({
  ...problemsIn(changePasswordBody, body),
  ...retypeProblem(body),
})

/** Whoever got a password from somebody else chooses one, and goes on to the page they wanted. */
export function NewPasswordPage() {
  const { user } = useSession()
  const router = useRouter()
  const { next } = useSearch({ from: newPasswordPath })
  const { entry, problems, sending, submit } = useAuthForm(empty, {
    problemsOf,
    send: async ({ current, password }) => {
      await call(auth.changePassword, { body: { current, password } })
      rememberUser(await call(auth.profile))
      notice.success('Your password is changed.')
      router.history.replace(safeNext(next) ?? home())
      return false
    },
  })

  return (
    <AuthCard title="New password" heading="Choose your own password" onSubmit={submit}>
      <p>
        {t('Your password, {name}, was set by somebody else. Choose one that only you know to go on.', {
          name: user?.username ?? '',
        })}
      </p>
      <LabelledInput name="current" label="Current password" problem={problems.current}>
        <Password {...entry('current')} autoComplete="current-password" autoFocus />
      </LabelledInput>
      <NewPassword entry={entry} problems={problems} />
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Change password')}
      </Button>
      <SignOutLink />
    </AuthCard>
  )
}
