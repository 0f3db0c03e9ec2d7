import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import { useEffect, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import type { HostProps } from '../platform/feedback/notice-host.ts'
import { rememberFocus } from '../platform/shell/focus-return.ts'
import { openLayer } from '../platform/shell/layers.ts'
import { Button } from '../ui/first/Button.tsx'
import { Modal } from '../ui/late/Modal.tsx'
import { useSecondStep } from './second-step.tsx'

/** Asks the signed-in user for the second factor again; see renewal.tsx. */
export default function ConfirmAgain({ onReady }: HostProps<() => Promise<boolean>>) {
  const [request, setRequest] = useState<{ asked: SecondFactorAsked; answer: (isConfirmed: boolean) => void }>()
  useEffect(
    () =>
      onReady(async () => {
        const asked = await call(secondFactor.ask)
        return new Promise((answer) => setRequest({ asked, answer }))
      }),
    [onReady],
  )
  if (!request) return null
  return (
    <ConfirmDialog
      key={request.asked.ticket}
      asked={request.asked}
      onDone={(isConfirmed) => {
        setRequest(undefined)
        request.answer(isConfirmed)
      }}
    />
  )
}

function ConfirmDialog({ asked, onDone }: { asked: SecondFactorAsked; onDone: (isConfirmed: boolean) => void }) {
  useEffect(() => openLayer(() => false), [])
  useEffect(() => {
    const finish = rememberFocus()
    return () => void setTimeout(finish)
  }, [])
  const step = useSecondStep(asked, async (proof) => {
    await call(secondFactor.confirm, { body: proof, quiet: true })
    onDone(true)
  })
  return (
    // Above questions and dialogs, whose call it waits for.
    <Modal above title={t('Confirm with your second factor')}>
      <form noValidate onSubmit={step.submit}>
        <p>{t('This weighs much, so it is asked once more that it is you. It holds for ten minutes.')}</p>
        {step.fields}
        <div className="form-buttons dialog-buttons">
          <Button onClick={() => onDone(false)}>{t('Cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={step.sending}>
            {t('Confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
