import { recovery, resetBody } from '@academy/contract/staff/recovery.ts'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Input } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { NewPassword, retypeProblem } from './NewPassword.tsx'
import { forgotPath } from './paths.ts'
import { signInPath } from './safe-next.ts'
import { useAuthForm } from './use-auth-form.ts'

const problemsOf = (body: Record<'reset_code' | 'password' | 'retype', string>) => ({
  ...problemsIn(resetBody, body),
  ...retypeProblem(body),
})

/** Sets a new password with the mailed code, which the link carries behind the # so that no server log sees it. */
export function ResetPage() {
  const linked = useRouterState({ select: (state) => state.location.hash })
  const navigate = useNavigate()
  const { entry, problems, sending, submit } = useAuthForm(
    { reset_code: linked, password: '', retype: '' },
    {
      problemsOf,
      send: async ({ reset_code, password }) => {
        await call(recovery.resetPassword, { body: { reset_code, password } })
        notice.success('Your password is changed. Please sign in.')
        await navigate({ to: signInPath, replace: true })
        return false
      },
    },
  )

  return (
    <AuthCard title="Reset password" heading="Reset password" onSubmit={submit}>
      <LabelledInput name="reset_code" label="Code from the mail" problem={problems.reset_code}>
        <Input {...entry('reset_code')} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </LabelledInput>
      <NewPassword entry={entry} problems={problems} />
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Change password')}
      </Button>
      <p className="entrance-other">
        <Link to={forgotPath}>{t('Ask for another code')}</Link>
      </p>
      <p className="entrance-other">
        <Link to={signInPath}>{t('Back to Sign In')}</Link>
      </p>
    </AuthCard>
  )
}
