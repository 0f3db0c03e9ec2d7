import type { MonthEndState } from '@academy/contract/monthend/month-end.ts'
import { monthPoints } from '@academy/contract/monthend/rules.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

/** The points that are open, each with how many. */
export const LeftOpen = ({ points }: Pick<MonthEndState, 'points'>) => (
  <ul className="month-end-left">
    {points.map(({ key, count }) => (
      <li key={key}>{`${t(monthPoints[key])}: ${showCredit(count)}`}</li>
    ))}
  </ul>
)
