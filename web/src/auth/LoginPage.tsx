import { auth, loginBody, welcome } from '@academy/contract/staff/auth.ts'
import type { SecondFactorAsked, SessionUser } from '@academy/contract/staff/session-user.ts'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { companyOf, useConfig } from '../platform/client/config.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/lazy.ts'
import { startSession } from '../platform/client/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Input, Password } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { forgotPath, home } from './guard.ts'
import { safeNext } from './safe-next.ts'
import { useAuthForm } from './use-auth-form.ts'

const SecondStep = lazyComponent(() => import('./SecondStep.tsx'))

const problemsOf = (body: Record<string, string>) => problemsIn(loginBody, body)

/** `notices` are shown above the form. */
export function LoginPage({ notices }: { notices?: ReactNode }) {
  const [asked, setAsked] = useState<SecondFactorAsked>()
  const company = companyOf(useConfig())
  const router = useRouter()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/auth/login' })

  async function enter(session: { token: string; refreshToken: string; user: SessionUser }) {
    startSession(session)
    notice.success(welcome(session.user.username))
    const wanted = safeNext(next)
    if (wanted) router.history.replace(wanted)
    else await navigate({ to: home, replace: true })
  }
  const { entry, problems, sending, submit } = useAuthForm(
    { username: '', password: '' },
    {
      problemsOf,
      send: async (body) => {
        const answer = await call(auth.login, { body })
        if ('secondFactor' in answer) setAsked(answer.secondFactor)
        else await enter(answer)
        return 'secondFactor' in answer
      },
    },
  )

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
