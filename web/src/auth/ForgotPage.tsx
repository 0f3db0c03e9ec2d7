import { codeMinutes, forgotBody, recovery } from '@academy/contract/staff/recovery.ts'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type FormEvent, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { AuthCard, inputProps, LabelledInput, problemsIn } from './AuthCard.tsx'
import { resetPath, signInPath } from './guard.ts'

/** Requests a code by mail; the answer is the same whether the address exists. */
export function ForgotPage() {
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const problem = tried ? problemsIn(forgotBody, { email }).email : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (state !== 'asking') return
    if (problemsIn(forgotBody, { email }).email) return document.getElementById('email')?.focus()
    setState('sending')
    try {
      await call(recovery.forgotPassword, { body: { email } })
      setState('sent')
    } catch {
      setState('asking')
    }
  }

  if (state === 'sent')
    return (
      <AuthCard title="Forgot password" heading="Look into your mail" onSubmit={(event) => event.preventDefault()}>
        <p role="status">
          {t(
            'If a user has the address {email}, a mail with a code is on its way. The code works for {n} minutes. If nothing comes, ask somebody who can edit users.',
            { email: email.trim(), n: codeMinutes },
          )}
        </p>
        <p className="sign-in-other">
          <Link to={resetPath}>{t('Enter the code')}</Link>
        </p>
        <p className="sign-in-other">
          <Link to={signInPath}>{t('Back to Sign In')}</Link>
        </p>
      </AuthCard>
    )
  return (
    <AuthCard title="Forgot password" heading="Forgot password" onSubmit={submit}>
      <p>{t('Enter the e-mail address of your account. A code to choose a new password is sent to it.')}</p>
      <LabelledInput name="email" label="Email" problem={problem}>
        <Input
          {...inputProps('email', problem)}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </LabelledInput>
      <Button type="primary" size="large" htmlType="submit" block loading={state === 'sending'}>
        {t('Send')}
      </Button>
      <p className="sign-in-other">
        <Link to={signInPath}>{t('Back to Sign In')}</Link>
      </p>
    </AuthCard>
  )
}
