import { Button } from 'antd'
import { useState } from 'react'
import { reaches } from '../client/client.ts'
import { t } from '../client/i18n.ts'
import { readAgain } from '../client/query.ts'
import { useReached } from '../client/reachability.ts'

interface TryAgainProps {
  type?: 'primary' | 'default'
  /** When the portal answers; everything on screen is read again unless said otherwise. */
  onReached?: () => unknown
}

/** Asks the portal once more. That it still cannot be reached is said beside it, too: a toast may not be loaded yet. */
export function TryAgainButton({ type = 'default', onReached = readAgain }: TryAgainProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  async function tryAgain() {
    setState('busy')
    const isReached = await reaches()
    if (isReached) await onReached()
    setState(isReached ? 'idle' : 'failed')
  }
  return (
    <span className="try-again">
      <span role="status">{state === 'failed' && t('Still no signal.')}</span>
      <Button type={type} loading={state === 'busy'} onClick={() => void tryAgain()}>
        {t('Try again')}
      </Button>
    </span>
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
