import { books } from '@academy/contract/books/books.ts'
import { addDays, firstDay } from '@academy/contract/courses/calendar.ts'
import type { MonthEndState } from '@academy/contract/monthend/month-end.ts'
import { type MonthPoint, monthPoints } from '@academy/contract/monthend/rules.ts'
import type { May } from '@academy/contract/platform/endpoint.ts'
import { expiringIn } from '@academy/contract/reports/expiry-report.ts'
import { type ScreenPath, screenOf } from '@academy/contract/screens.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { CircleAlertIcon, CircleCheckIcon } from '../ui/first/icons.ts'

interface Place {
  path: ScreenPath
  /** Who can do it there, where more people see that screen. */
  may?: May
  search?: (days: { startDate: string; endDate: string; today: string }) => Record<string, string>
  hash?: string
}

/** The days of a list up to the end of the month. */
const untilEnd = ({ endDate }: { endDate: string }) => ({ from: firstDay, to: endDate })

/** Where each is done. */
const places: Readonly<Record<MonthPoint, Place>> = {
  classes: {
    path: '/markAttendance/listing',
    search: ({ startDate }) => ({ month: startDate.slice(0, 7) }),
    hash: 'earlier',
  },
  orders: {
    path: '/verify-payment/listing',
    search: (days) => ({ ...untilEnd(days), state: 'Pending', dates: 'received' }),
  },
  cash: { path: '/cash-close/listing', search: ({ startDate }) => ({ month: startDate.slice(0, 7) }) },
  unreconciled: { path: '/report/reconciliation-report', search: (days) => ({ ...days, isOpen: 'true' }) },
  cases: { path: '/outstanding-credit/listing', search: untilEnd },
  adjustments: { path: '/credit-adjust/listing', search: (days) => ({ ...untilEnd(days), state: 'Pending' }) },
  expired: {
    path: '/report/expiry-report',
    search: ({ endDate, today }) => ({
      ...expiringIn(endDate < today ? endDate : addDays(today, -1), { from: null, to: 0 }),
    }),
  },
  rates: { path: '/coach-rate' },
  books: { path: '/dashboard/overview', may: books.prove.may, hash: 'books' },
}

/** Each thing that should be done, ticked or with how many are open and the way to them. */
export function Points({ of: { points, startDate, endDate } }: { of: MonthEndState }) {
  const { can } = useSession()
  const today = useToday()
  return (
    <ul className="month-end-points">
      {points.map(({ key, count }) => {
        const { path, may = screenOf(path).may, search, hash } = places[key]
        const label = t(monthPoints[key])
        return (
          <li key={key} className={count > 0 ? 'open' : undefined}>
            {count > 0 ? <CircleAlertIcon aria-hidden /> : <CircleCheckIcon aria-hidden />}
            <span className="month-end-point">{label}</span>
            <span className="month-end-count">{count > 0 ? t('{n} open', { n: showCredit(count) }) : t('Done')}</span>
            <span className="month-end-link">
              {count > 0 && can(may) && (
                <ButtonLink
                  to={path as string}
                  search={(search?.({ startDate, endDate, today }) ?? {}) as never}
                  {...(hash ? { hash } : {})}
                  size="small"
                  aria-label={t('Open: {what}', { what: label })}
                >
                  {t('Open')}
                </ButtonLink>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
