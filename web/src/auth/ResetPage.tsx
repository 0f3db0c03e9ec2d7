import { recovery, resetBody } from '@academy/contract/staff/recovery.ts'
import { differentRetype, passwordBody } from '@academy/contract/staff/users.ts'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { AuthCard, inputProps, LabelledInput, problemsIn } from './AuthCard.tsx'
import { forgotPath, signInPath } from './guard.ts'

type Body = Record<'reset_code' | 'password' | 'retype', string>

function problemsOf(body: Body): Record<string, string> {
  const problems = { ...problemsIn(resetBody, body), ...problemsIn(passwordBody.pick({ retype: true }), body) }
  if (body.retype && body.retype !== body.password) problems.retype = differentRetype
  return problems
}

/** Sets a new password with the mailed code, which the link carries behind the # so that no server log sees it. */
export function ResetPage() {
  const linked = useRouterState({ select: (state) => state.location.hash })
  const [body, setBody] = useState<Body>({ reset_code: linked, password: '', retype: '' })
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const navigate = useNavigate()

  async function send() {
    setSending(true)
    try {
      await call(recovery.resetPassword, { body: { reset_code: body.reset_code, password: body.password } })
      notice.success('Your password is changed. Please sign in.')
      await navigate({ to: signInPath, replace: true })
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      setRefused(Object.fromEntries(details.map(({ path, message }) => [path, message])))
      setSending(false)
    }
  }

  const problems = tried ? { ...refused, ...problemsOf(body) } : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(problemsOf(body))
    if (wrong) document.getElementById(wrong)?.focus()
    else if (!sending) void send()
  }
  const entry = (name: keyof Body) => ({
    ...inputProps(name, problems[name]),
    value: body[name],
    onChange: (event: { target: { value: string } }) => {
      setBody({ ...body, [name]: event.target.value })
      setRefused({})
    },
  })

  return (
    <AuthCard title="Reset password" heading="Reset password" onSubmit={submit}>
      <LabelledInput name="reset_code" label="Code from the mail" problem={problems.reset_code}>
        <Input {...entry('reset_code')} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </LabelledInput>
      <LabelledInput name="password" label="New password" problem={problems.password}>
        <Password {...entry('password')} autoComplete="new-password" />
      </LabelledInput>
      <LabelledInput name="retype" label="Retype password" problem={problems.retype}>
        <Password {...entry('retype')} autoComplete="new-password" />
      </LabelledInput>
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Change password')}
      </Button>
      <p className="sign-in-other">
        <Link to={forgotPath}>{t('Ask for another code')}</Link>
      </p>
      <p className="sign-in-other">
        <Link to={signInPath}>{t('Back to Sign In')}</Link>
      </p>
    </AuthCard>
  )
}
