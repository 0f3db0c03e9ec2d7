import { cashdesk } from '@academy/contract/cashdesk/cashdesk.ts'
import { eveningClose, type OpenEvening } from '@academy/contract/cashdesk/evening.ts'
import { addDays } from '@academy/contract/courses/calendar.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { TryAgainButton } from '../platform/feedback/SignalLine.tsx'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { FilterDay } from '../platform/table/filters/DayFilters.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { EveningForm } from './EveningForm.tsx'
import './cashdesk.css'

/** Closes what all coaches received on a day: one count each, one signature. */
export function EveningPage() {
  const address = useAddress()
  const change = useChangeAddress()
  const today = useToday()
  // Kept past midnight: another day is another count.
  const [opened] = useState(today)
  const day = address.day ?? opened
  const { data, error } = useCall(eveningClose.openEvening, { query: { day } })
  const earlier = useEarlier(day)
  return (
    <Page title="Evening Close" back="/cash-close/listing" loading={(!data && !error) || earlier.isPending}>
      <div className="desk-choice">
        <div>
          <label htmlFor="evening-day">{t('Day Received')}</label>
          <FilterDay id="evening-day" value={day} max={today} onChange={(next) => change({ day: next ?? today })} />
        </div>
      </div>
      <EarlierDays earlier={earlier} />
      {error && <Unread error={error} refused={t('This day cannot be shown. Choose another day.')} />}
      {data && !error && (
        <>
          <ClosedEvenings evening={data} />
          {data.items.length === 0 ? (
            <p className="nothing">{t('No coach has open cash of that day.')}</p>
          ) : (
            <EveningForm key={data.day} evening={data} />
          )}
        </>
      )}
    </Page>
  )
}

/** The evenings of that day that are closed already: cash that came in later makes another one. */
const ClosedEvenings = ({ evening: { closed } }: { evening: OpenEvening }) =>
  closed.length > 0 && (
    <Alert
      type="info"
      className="desk-problems"
      title={
        <>
          {t('Closed already of that day:')}{' '}
          {closed.map(({ _id, number }, place) => (
            <Fragment key={_id}>
              {place > 0 && ', '}
              <Link to="/cash-close/evening/$id" params={{ id: _id }} className="desk-link">
                {number}
              </Link>
            </Fragment>
          ))}
        </>
      }
    />
  )

const shownDays = 5

const useEarlier = (day: string) => useCall(cashdesk.open, { query: { endDate: addDays(day, -1) } })

/** A close is of one day: cash of the days before is closed with theirs. */
function EarlierDays({ earlier: { data, error } }: { earlier: ReturnType<typeof useEarlier> }) {
  if (error && !data)
    return (
      <Alert
        type="warning"
        className="desk-problems"
        title={t('It could not be read whether cash of earlier days is open too.')}
        action={<TryAgainButton />}
      />
    )
  const days = Map.groupBy(data?.items ?? [], (open) => open.day)
  if (days.size === 0) return null
  return (
    <Alert
      type="warning"
      className="desk-problems"
      title={t('Cash of earlier days is open too: choose the day to close it.')}
      description={
        <ul className="plain-list">
          {[...days].slice(0, shownDays).map(([earlier, open]) => (
            <li key={earlier}>
              <Link to="/cash-close/evening" search={{ day: earlier }} className="desk-link">
                {showDay(earlier)}
              </Link>
              {open.map(({ coach, amount }, place) => (
                <Fragment key={coach._id}>
                  {place > 0 ? ', ' : ': '}
                  {coach.name} <span className="nowrap">{formatRM(sen(amount))}</span>
                </Fragment>
              ))}
            </li>
          ))}
          {days.size > shownDays && (
            <li>
              <Link to="/cash-close/listing" className="desk-link">
                {t('{n} more days', { n: days.size - shownDays })}
              </Link>
            </li>
          )}
        </ul>
      }
    />
  )
}
