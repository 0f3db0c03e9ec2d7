import { codeMinutes, forgotBody, recovery } from '@academy/contract/staff/recovery.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'
import { Input } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { resetPath } from './paths.ts'
import { signInPath } from './safe-next.ts'
import { useAuthForm } from './use-auth-form.ts'

const problemsOf = (body: Record<string, string>) => problemsIn(forgotBody, body)

/** The button that was pressed is gone. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus()

/** Requests a code by mail; the answer is the same whether the address exists. */
export function ForgotPage() {
  const [sent, setSent] = useState(false)
  const { body, entry, problems, sending, submit } = useAuthForm(
    { email: '' },
    {
      problemsOf,
      send: async (form) => {
        await call(recovery.forgotPassword, { body: form })
        setSent(true)
        return false
      },
    },
  )

  if (sent)
    return (
      <AuthCard title="Forgot password" heading="Check your mail" onSubmit={(event) => event.preventDefault()}>
        <p role="status">
          {t(
            'If a user has the address {email}, a mail with a code is on its way. The code works for {n} minutes. If nothing comes, ask somebody who can edit users.',
            { email: body.email.trim(), n: codeMinutes },
          )}
        </p>
        <p className="entrance-other">
          <Link to={resetPath} ref={takeFocus}>
            {t('Enter the code')}
          </Link>
        </p>
        <p className="entrance-other">
          <Link to={signInPath}>{t('Back to Sign In')}</Link>
        </p>
      </AuthCard>
    )
  return (
    <AuthCard title="Forgot password" heading="Forgot password" onSubmit={submit}>
      <p>{t('Enter the email address of your account. A code to choose a new password is sent to it.')}</p>
      <LabelledInput name="email" label="Email" problem={problems.email}>
        <Input
          {...entry('email')}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </LabelledInput>
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Send')}
      </Button>
      <p className="entrance-other">
        <Link to={signInPath}>{t('Back to Sign In')}</Link>
      </p>
    </AuthCard>
  )
}
