import type { MemberOverview } from '@academy/contract/members/overview.ts'
import { showCredit, showDay } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useToday } from '../../../platform/client/today.ts'
import { curveOf, height, width } from './curve.ts'
import '../../../ui/first/curve.css'

type Months = NonNullable<MemberOverview['months']>

/** The balance of the last months as a line of steps, with its figures in words. */
export function WalletCurve({ months, wallet }: { months: Months; wallet: number }) {
  const today = useToday()
  const { came, went, startDate } = months
  const { line, area, lowest, highest } = curveOf(months, today)
  const words = t('From {before} on {start} to {wallet} today; lowest {lowest}, highest {highest}', {
    before: showCredit(months.before),
    start: showDay(startDate),
    wallet: showCredit(wallet),
    lowest: showCredit(lowest),
    highest: showCredit(highest),
  })
  return (
    <section aria-labelledby="curve-title">
      <header className="overview-head">
        <h2 id="curve-title">{t('Wallet, last 6 months')}</h2>
        <span className="muted">{t('{came} in, {went} out', { came: showCredit(came), went: showCredit(went) })}</span>
      </header>
      <svg
        className="curve wallet-curve"
        role="img"
        aria-label={words}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        <path className="curve-area" d={area} />
        <path className="curve-line" d={line} />
      </svg>
      <p className="curve-days" aria-hidden="true">
        <span>{showDay(startDate)}</span>
        <span>
          {t('lowest {lowest}, highest {highest}', { lowest: showCredit(lowest), highest: showCredit(highest) })}
        </span>
        <span>{showDay(today)}</span>
      </p>
    </section>
  )
}
