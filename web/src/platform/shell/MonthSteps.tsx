import { monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import { LeftIcon, RightIcon } from '../../ui/first/icons.ts'
import { t } from '../client/i18n.ts'
import { useToday } from '../client/today.ts'
import { ButtonLink } from '../table/rows/EntryActions.tsx'
import './month-steps.css'

/** A month of a page, with links to the ones before and after it, up to this month. */
export function MonthSteps({ month, to, params }: { month: string; to: string; params: Record<string, string> }) {
  const now = useToday().slice(0, 7)
  const link = (next: string) => ({ to, params, search: { month: next }, replace: true })
  const [before, after] = [monthsLater(month, -1), monthsLater(month, 1)]
  return (
    <nav className="month-steps" aria-label={t('Month')}>
      <ButtonLink {...link(before)} icon={<LeftIcon aria-hidden />} aria-label={monthWords(before)} />
      <strong>{monthWords(month)}</strong>
      {after <= now && <ButtonLink {...link(after)} icon={<RightIcon aria-hidden />} aria-label={monthWords(after)} />}
    </nav>
  )
}
