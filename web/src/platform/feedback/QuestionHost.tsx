import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { Modal } from '../../ui/late/Modal.tsx'
import { t } from '../client/i18n.ts'
import { rememberFocus } from '../shell/focus-return.ts'
import { settled, useLayer } from '../shell/layers.ts'
import type { HostProps, Posed } from './notice-host.ts'

/** Renders questions; see notices.tsx. */
export default function QuestionHost({ onReady }: HostProps<(question: Posed) => void>) {
  const [shown, setShown] = useState<{ question: Posed; giveBack: () => void }>()
  useEffect(
    () =>
      onReady(async (question) => {
        const giveBack = rememberFocus()
        // A menu that has just closed may still be giving back its history step: Back would then leave the page, not the
        // question.
        await settled()
        setShown({ question, giveBack })
      }),
    [onReady],
  )
  if (!shown) return null
  const { question, giveBack } = shown
  return (
    <QuestionDialog
      {...question}
      onAnswer={async (agreed) => {
        setShown(undefined)
        giveBack()
        await settled()
        question.onAnswer(agreed)
      }}
    />
  )
}

/** It cannot be cancelled while the confirmed action runs. */
function QuestionDialog({ title, content, okText, danger, isRefused, width, onYes, onAnswer }: Posed) {
  const [state, setState] = useState<'open' | 'busy' | 'closed'>('open')
  const agreed = useRef(false)
  const isBusy = state === 'busy'
  const close = () => setState('closed')
  useLayer(state !== 'closed', () => {
    if (!isBusy) close()
    return !isBusy
  })

  async function agree() {
    if (state !== 'open') return
    setState('busy')
    try {
      await onYes?.()
      agreed.current = true
      close()
    } catch (error) {
      setState('open')
      throw error
    }
  }
  // Enter confirms what does no harm.
  const isSafe = !danger && !isRefused
  return (
    <Modal
      className="question"
      open={state !== 'closed'}
      title={title}
      width={width}
      lightDismiss={false}
      closeButton={false}
      onClose={isBusy ? undefined : close}
      afterClose={() => onAnswer(agreed.current)}
      footer={
        <>
          <Button autoFocus={!isSafe} disabled={isBusy} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            type="primary"
            danger={danger}
            disabled={isRefused}
            loading={isBusy}
            autoFocus={isSafe}
            onClick={() => void agree()}
          >
            {okText}
          </Button>
        </>
      }
    >
      {content}
    </Modal>
  )
}
