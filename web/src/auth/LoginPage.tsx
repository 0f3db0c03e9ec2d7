import { auth, loginBody, welcome } from '@academy/contract/staff/auth.ts'
import type { SecondFactorAsked, SessionUser } from '@academy/contract/staff/session-user.ts'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
// Plain inputs only: antd's forms would double the size of the first page.
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { companyOf, useConfig } from '../platform/client/config.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/lazy.ts'
import { startSession } from '../platform/client/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { forgotPath, home, safeNext } from './guard.ts'

const SecondStep = lazyComponent(() => import('./SecondStep.tsx'))

const problemsOf = (body: Record<string, string>) => problemsIn(loginBody, body)

/** `notices` are shown above the form. */
export function LoginPage({ notices }: { notices?: ReactNode }) {
  const [body, setBody] = useState({ username: '', password: '' })
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const company = companyOf(useConfig())
  const router = useRouter()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/auth/login' })

  const [asked, setAsked] = useState<SecondFactorAsked>()

  async function enter(session: { token: string; refreshToken: string; user: SessionUser }) {
    startSession(session)
    notice.success(welcome(session.user.username))
    const wanted = safeNext(next)
    if (wanted) router.history.replace(wanted)
    else await navigate({ to: home, replace: true })
  }

  async function signIn() {
    setSending(true)
    try {
      const answer = await call(auth.login, { body })
      if (!('secondFactor' in answer)) return await enter(answer)
      setAsked(answer.secondFactor)
      setSending(false)
    } catch {
      setSending(false)
    }
  }

  const problems = tried ? problemsOf(body) : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(problemsOf(body))
    if (wrong) document.getElementById(wrong)?.focus()
    else if (!sending) void signIn()
  }

  const entry = (name: 'username' | 'password') => ({
    id: name,
    name,
    size: 'large' as const,
    value: body[name],
    onChange: (event: { target: { value: string } }) => setBody({ ...body, [name]: event.target.value }),
    'aria-required': true,
    ...(problems[name]
      ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${name}-problem` }
      : {}),
  })

  if (asked)
    return (
      <Suspense>
        <SecondStep asked={asked} onSession={enter} onBack={() => setAsked(undefined)} />
      </Suspense>
    )
  return (
    <AuthCard title="Sign In" heading={company || '\u00a0'} onSubmit={submit}>
      {notices}
      <LabelledInput name="username" label="Username" problem={problems.username}>
        <Input {...entry('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
      </LabelledInput>
      <LabelledInput name="password" label="Password" problem={problems.password}>
        <Password {...entry('password')} autoComplete="current-password" />
      </LabelledInput>
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Sign In')}
      </Button>
      <p className="sign-in-other">
        <Link to={forgotPath}>{t('Forgot password?')}</Link>
      </p>
    </AuthCard>
  )
}
