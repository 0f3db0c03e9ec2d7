import { months, partsOf, weekdays } from '@academy/contract/courses/calendar.ts'
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import {
  dayAfterKey,
  dayIn,
  initialDay,
  isReplacementDay,
  isTakenDay,
  labelOf,
  monthIn,
  statusOf,
  weeksOf,
  type YearDay,
} from './year-days.ts'
import './year-calendar.css'

interface CalendarProps {
  year: number
  /** The business date. */
  today: string
  /** Days with a holiday, class or pending date. */
  days: ReadonlyMap<string, YearDay>
  onOpen: (date: string) => void
}

const buttonOf = (date: string) => document.querySelector<HTMLElement>(`.year-calendar [data-date="${date}"]`)

/** Focuses a day of the visible calendar. */
export const focusDay = (date: string) => buttonOf(date)?.focus()

/** Scrolls the month of a day into view. */
export function showMonth(date: string) {
  const button = buttonOf(date)
  button?.closest('section')?.scrollIntoView({ block: 'nearest' })
  return button
}

/** Scrolls the month of a day into view and focuses the day. */
export const jumpToDay = (date: string) => showMonth(date)?.focus({ preventScroll: true })

/** The whole year on one screen. One tab stop; arrows, Page Up and Down, Home and End move between days. */
export function YearCalendar({ year, today, days, onOpen }: CalendarProps) {
  const [focused, setFocused] = useState<string>()
  const stop =
    focused && focused >= `${year - 1}-12-31` && focused <= `${year}-12-31` ? focused : initialDay(year, today)

  const moveFocus = useCallback(
    (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.altKey || event.metaKey) return
      const next = dayAfterKey(year, event.currentTarget.dataset.date ?? '', event)
      if (next === undefined) return
      event.preventDefault()
      focusDay(next)
    },
    [year],
  )

  return (
    <div className="year-calendar">
      {months.map((name, index) => (
        <Month
          key={name}
          year={year}
          month={index + 1}
          days={days}
          today={today}
          stop={monthIn(year, stop) === index + 1 ? stop : undefined}
          onOpen={onOpen}
          onFocus={setFocused}
          onWalk={moveFocus}
        />
      ))}
    </div>
  )
}

interface MonthProps extends CalendarProps {
  month: number
  stop: string | undefined
  onFocus: (date: string) => void
  onWalk: (event: KeyboardEvent<HTMLButtonElement>) => void
}

const Month = memo(function Month({ year, month, days, ...rest }: MonthProps) {
  const weeks = weeksOf(year, month)
  const count = weeks.flat().reduce((sum, date) => sum + (date ? dayIn(days, date).classes.length : 0), 0)
  const heading = `month-${month}`
  return (
    <section className="month" aria-labelledby={heading}>
      <div className="month-head">
        <h2 id={heading}>{t(months[month - 1] ?? '')}</h2>
        <span>{count > 0 && t(count === 1 ? '{count} class' : '{count} classes', { count })}</span>
      </div>
      <table aria-labelledby={heading}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={t(name)}>
                <span aria-hidden="true">{t(name).slice(0, 1)}</span>
                <span className="visually-hidden">{t(name)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, column) => (
                <td key={date ?? `empty-${column}`}>
                  {date && <Day day={dayIn(days, date)} isElsewhere={date.slice(0, 4) !== String(year)} {...rest} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
})

interface DayProps extends Pick<MonthProps, 'today' | 'stop' | 'onOpen' | 'onFocus' | 'onWalk'> {
  day: YearDay
  /** The last day of the previous year. */
  isElsewhere: boolean
}

function Day({ day, isElsewhere, today, stop, onOpen, onFocus, onWalk }: DayProps) {
  const { date } = day
  const marks = [
    'day',
    statusOf(day),
    isTakenDay(day) && 'taken',
    isReplacementDay(day) && 'replacement',
    day.isPending && 'pending',
    isElsewhere && 'elsewhere',
  ]
  const tip = [day.holiday, day.isPending && t('Class to be replaced')].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={marks.filter(Boolean).join(' ')}
      data-date={date}
      data-tip={tip || undefined}
      aria-label={labelOf(day)}
      aria-current={date === today ? 'date' : undefined}
      tabIndex={date === stop ? 0 : -1}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Safari does not focus a clicked button, but the dialog returns the focus to it.
        event.currentTarget.focus()
        onOpen(date)
      }}
      onFocus={() => onFocus(date)}
      onKeyDown={onWalk}
    >
      {partsOf(date).day}
    </button>
  )
}
