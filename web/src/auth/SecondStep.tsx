// It may come before the portal's code.
import '../platform/client/zod-config.ts'
import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import type { startSession } from '../platform/client/session/session.ts'
import { Button } from '../ui/first/Button.tsx'
import { AuthCard } from './AuthCard.tsx'
import { useSecondStep } from './second-step.tsx'

interface SecondStepProps {
  asked: SecondFactorAsked
  onSession: (session: Parameters<typeof startSession>[0]) => Promise<void>
  onBack: () => void
}

/** The second step of signing in; loaded for who has a second factor only. */
export default function SecondStep({ asked, onSession, onBack }: SecondStepProps) {
  const step = useSecondStep(asked, async (proof) =>
    onSession(await call(secondFactor.signIn, { body: proof, quiet: true })),
  )
  return (
    <AuthCard title="Sign In" heading="Second factor" onSubmit={step.submit}>
      {step.fields}
      <Button type="primary" size="large" htmlType="submit" block loading={step.sending}>
        {t('Continue')}
      </Button>
      <p className="entrance-other">
        <Button type="link" onClick={onBack}>
          {t('Back to Sign In')}
        </Button>
      </p>
    </AuthCard>
  )
}
