import { lastNumber, numbersRunningOut, warnFrom } from '@academy/contract/numbers/numbers.ts'
import type { Entry } from '@academy/contract/platform/list.ts'
import { t } from '../platform/client/i18n.ts'
import { Tag } from '../ui/first/Tag.tsx'

/** The last number issued, and how many are left when few are. */
export default function LastNumber({ type, running_no: last }: Entry) {
  if (typeof last !== 'number') return '-'
  if (last < warnFrom) return String(last)
  const left = lastNumber - last
  return (
    <span title={numbersRunningOut(String(type), last)}>
      <Tag color={left > 0 ? 'warning' : 'error'}>
        {left > 0 ? t('{n} left', { n: left }) : t('Used up, please reset')}
      </Tag>{' '}
      {last}
    </span>
  )
}
