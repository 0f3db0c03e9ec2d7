import { auth, changePasswordBody } from '@academy/contract/staff/auth.ts'
import { differentRetype, passwordBody } from '@academy/contract/staff/users.ts'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import Password from 'antd/es/input/Password'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { endSession, rememberUser, useSession } from '../platform/client/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { AuthCard, inputProps, LabelledInput, problemsIn } from './AuthCard.tsx'
import { home, newPasswordPath, safeNext, signInPath } from './guard.ts'

type Body = Record<'current' | 'password' | 'retype', string>

function problemsOf(body: Body): Record<string, string> {
  const problems = { ...problemsIn(changePasswordBody, body), ...problemsIn(passwordBody.pick({ retype: true }), body) }
  if (body.retype && body.retype !== body.password) problems.retype = differentRetype
  return problems
}

/** Whoever got a password from somebody else chooses one, and goes on to the page they wanted. */
export function NewPasswordPage() {
  const { user } = useSession()
  const [body, setBody] = useState<Body>({ current: '', password: '', retype: '' })
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const router = useRouter()
  const navigate = useNavigate()
  const { next } = useSearch({ from: newPasswordPath })

  async function send() {
    setSending(true)
    try {
      await call(auth.changePassword, { body: { current: body.current, password: body.password } })
      rememberUser(await call(auth.profile))
      notice.success('Your password is changed.')
      router.history.replace(safeNext(next) ?? home)
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      setRefused(Object.fromEntries(details.map(({ path, message }) => [path, message])))
      setSending(false)
    }
  }

  async function leave() {
    // A session that the portal no longer knows ends all the same.
    await call(auth.logout).catch(() => undefined)
    endSession()
    await navigate({ to: signInPath, replace: true })
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
    <AuthCard title="New password" heading="Choose your own password" onSubmit={submit}>
      <p>
        {t('Your password, {name}, was set by somebody else. Choose one that only you know to go on.', {
          name: user?.username ?? '',
        })}
      </p>
      <LabelledInput name="current" label="Current password" problem={problems.current}>
        <Password {...entry('current')} autoComplete="current-password" autoFocus />
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
        <Button type="link" onClick={() => void leave()}>
          {t('Sign out')}
        </Button>
      </p>
    </AuthCard>
  )
}
