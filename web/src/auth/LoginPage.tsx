import { missing, welcome } from '@academy/contract/staff/entrance.ts'
import type { SecondFactorAsked, SessionUser } from '@academy/contract/staff/session-user.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { companyOf, useConfig } from '../platform/client/config/config.ts'
import { entranceCalls } from '../platform/client/entrance.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { startSession } from '../platform/client/session/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Input, Password } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput } from './AuthCard.tsx'
import { forgotPath } from './paths.ts'
import { safeNext } from './safe-next.ts'
import { useAuthForm } from './use-auth-form.ts'

const SecondStep = lazyComponent(() => import('./SecondStep.tsx'))

type Names = keyof typeof missing

/** The server has the other rules; it names the fields that break them. */
const problemsOf = (body: Record<Names, string>) =>
  Object.fromEntries(Object.entries(missing).filter(([name]) => body[name as Names] === ''))

export interface LoginProps {
  /** The page asked for, as the address says. */
  next: string | undefined
  /** Opens a page once somebody has signed in; the first one without an address. */
  go: (to: string | undefined) => Promise<void>
  /** Called with every letter. */
  onTyping?: () => void
  /** Shown above the form. */
  notices?: ReactNode
}

/** Needs no router: whoever is not signed in gets it without the portal. */
export function LoginPage({ next, go, onTyping, notices }: LoginProps) {
  const [asked, setAsked] = useState<SecondFactorAsked>()
  const company = companyOf(useConfig())

  async function enter(session: { token: string; refreshToken: string; user: SessionUser }) {
    startSession(session)
    notice.success(welcome(session.user.username))
    await go(safeNext(next))
  }
  const { entry, problems, sending, submit } = useAuthForm(
    { username: '', password: '' },
    {
      problemsOf,
      send: async (body) => {
        const answer = await call(entranceCalls.login, { body })
        if ('secondFactor' in answer) setAsked(answer.secondFactor)
        else await enter(answer)
        return 'secondFactor' in answer
      },
    },
  )

  if (asked) return <SecondStep asked={asked} onSession={enter} onBack={() => setAsked(undefined)} />
  return (
    <AuthCard
      title="Sign In"
      heading={company || '\u00a0'}
      under="Sign in to the back office"
      onSubmit={submit}
      onInput={onTyping}
    >
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
      <p className="entrance-other">
        <a href={forgotPath}>{t('Forgot password?')}</a>
      </p>
    </AuthCard>
  )
}
