import { useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { reaches } from '../client/client.ts'
import { t } from '../client/i18n.ts'
import { readAgain } from '../client/query.ts'
import { useReached } from '../client/reachability.ts'

interface TryAgainProps {
  type?: 'primary' | 'default'
  /** Called once the portal answers; by default everything on screen is read again. */
  onReached?: () => unknown
}

/** Asks the portal again. Failure is also shown beside the button, since the toast code may not be loaded. */
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

/** Below a page while the portal cannot be reached, so that nothing moves when signal comes and goes. */
export function SignalLine({ words }: { words: string }) {
  const isReached = useReached()
  if (isReached) return null
  return (
    <div className="page-line signal-line">
      <span role="status">{t(words)}</span>
      <TryAgainButton />
    </div>
  )
}
