import { useHeld } from '../platform/client/answers/held.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'

/** What others changed while somebody counts: the count stays as it is until it is wanted. `address` is of its sheet. */
export function CameIn({ address }: { address: string }) {
  const held = useHeld(address)
  if (!held) return null
  return (
    <span role="status">
      {t('This day has changed since you began.')}
      <Button type="link" size="small" onClick={held.show}>
        {t('Show')}
      </Button>
    </span>
  )
}
