import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { isReached } from '../../platform/client/reachability.ts'
import { currentUser } from '../../platform/client/session/session.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { allMarks } from './phone-marks.ts'
import { lockName, notTaken, sendPending } from './sending.ts'
import { countsOf } from './unsent.ts'

const unsentCount = () => countsOf(allMarks().filter(({ user }) => user === currentUser()?._id)).saved

/** Whether this tab or another one is sending. */
async function isSending() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lockName)
}

/** Tries now and reports what is still unsent; the sender itself reports what was sent or refused. */
async function sendAndReport() {
  if (unsentCount() === 0) return notice.info('Nothing waits to be sent any more.')
  if (await isSending()) notice.info('It is being sent already.')
  await sendPending()
  if (unsentCount() === 0) return
  if (isReached()) notice.warning(notTaken)
  else notice.warning('Still no signal. It stays saved on this device and is sent when the line returns.')
}

export function SendNowButton() {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    try {
      await sendAndReport()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void send()}>
      {t('Send now')}
    </Button>
  )
}
