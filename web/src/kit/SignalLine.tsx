import { Button } from 'antd'
import { useState } from 'react'
import { reaches } from './client.ts'
import { notice } from './notices.tsx'
import { readAgain } from './query.ts'
import { useReached } from './reach.ts'
import { t } from './words.ts'

/** Asks the portal once more, and for everything on screen when it answers; always says how it went. */
export function TryAgainButton() {
  const [busy, setBusy] = useState(false)
  async function tryAgain() {
    setBusy(true)
    if (await reaches()) await readAgain()
    else notice.warning('Still no signal.')
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void tryAgain()}>
      {t('Try again')}
    </Button>
  )
}

/** Above a page while the portal is out of reach. */
export function SignalLine() {
  const isReached = useReached()
  if (isReached) return null
  return (
    <div className="page-line">
      <span role="status">{t('No signal. What you see was read before; the rest is read when the line returns.')}</span>
      <TryAgainButton />
    </div>
  )
}
