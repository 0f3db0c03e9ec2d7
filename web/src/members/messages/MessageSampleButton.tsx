import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Button } from '../../ui/first/Button.tsx'
import type { Sample } from './MessageSamples.tsx'

const MessageSamples = lazyComponent(() => import('./MessageSamples.tsx'))

/** Shows what members would be told by an academy as it was entered. */
export function MessageSampleButton({ sampleOf }: { sampleOf: () => Sample }) {
  const [sample, setSample] = useState<Sample>()
  return (
    <>
      <Button
        onPointerEnter={() => void MessageSamples.load().catch(() => undefined)}
        onClick={() => setSample(sampleOf())}
      >
        {t('Preview Message')}
      </Button>
      {sample && <MessageSamples sample={sample} onClose={() => setSample(undefined)} />}
    </>
  )
}
