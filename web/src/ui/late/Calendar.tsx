/** The calendar that a day field opens. Days are `YYYY-MM-DD`, whatever zone the device is in. */
import { Popover } from '@base-ui/react/popover'
import { type RefObject, useRef } from 'react'
import { DayPicker, type Labels } from 'react-day-picker'
import { t } from '../../platform/client/i18n.ts'
import { closing, placing } from './placing.ts'
import { type Days, rangesFor } from './ranges.ts'
import './calendar.css'

/** The range that a day is one end of. */
export interface WholeRange {
  /** What is chosen now. */
  from: string | null
  to: string | null
  min: string | undefined
  max: string | undefined
  /** The longest range in days, both ends counted. */
  most: number | undefined
  onPick: (days: Days) => void
}

export interface CalendarProps {
  anchor: RefObject<HTMLElement | null>
  /** Takes the focus when the calendar closes. */
  focusAfter: RefObject<HTMLElement | null>
  value: string | null
  /** The portal's day, not the device's. */
  today: string
  min: string | undefined
  max: string | undefined
  /** Offers whole ranges beside the days. */
  range?: WholeRange | undefined
  onPick: (day: string | null) => void
  onClose: () => void
}

const yearsBack = 100
const yearsAhead = 10

function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
const two = (part: number) => String(part).padStart(2, '0')
const dayOf = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const yearsFrom = (day: string, years: number) => new Date(Number(day.slice(0, 4)) + years, years < 0 ? 0 : 11)

const classNames = {
  root: 'calendar',
  month_caption: 'calendar-caption',
  dropdowns: 'calendar-dropdowns',
  dropdown: 'calendar-dropdown',
  caption_label: 'calendar-label',
  nav: 'calendar-nav',
  button_previous: 'calendar-step',
  button_next: 'calendar-step',
  chevron: 'calendar-chevron',
  month_grid: 'calendar-grid',
  weekday: 'calendar-weekday',
  day: 'calendar-day',
  selected: 'calendar-chosen',
  today: 'calendar-today',
  outside: 'calendar-outside',
}

/** 'Today, Tuesday, 24 November 2026': who says the number that is seen is understood. */
const labelDayButton: Labels['labelDayButton'] = (date, { today, selected }, _, dates) =>
  [today && t('Today'), dates?.format(date, 'EEEE'), dates?.format(date, 'd MMMM yyyy'), selected && t('selected')]
    .filter(Boolean)
    .join(', ')

export default function Calendar({
  anchor,
  focusAfter,
  value,
  today,
  min,
  max,
  range,
  onPick,
  onClose,
}: CalendarProps) {
  const popup = useRef<HTMLDivElement>(null)
  function pick(day: string | null) {
    onPick(day)
    onClose()
  }
  const shown = [value, today, max, min].find((day) => day && (!min || day >= min) && (!max || day <= max)) ?? today
  const isOutside = (min !== undefined && today < min) || (max !== undefined && today > max)
  return (
    <Popover.Root open onOpenChange={closing(anchor, onClose)}>
      <Popover.Portal>
        <Popover.Positioner {...placing(anchor)}>
          <Popover.Popup
            ref={popup}
            className={range ? 'popup calendar-popup with-ranges' : 'popup calendar-popup'}
            aria-label={t('Calendar')}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('.calendar-day button[tabindex="0"]')}
            finalFocus={focusAfter}
          >
            {range && (
              <Ranges
                range={range}
                today={today}
                onPick={(days) => {
                  range.onPick(days)
                  onClose()
                }}
              />
            )}
            <DayPicker
              mode="single"
              classNames={classNames}
              labels={{ labelDayButton }}
              captionLayout="dropdown"
              weekStartsOn={1}
              fixedWeeks
              showOutsideDays
              defaultMonth={dateOf(shown)}
              selected={value ? dateOf(value) : undefined}
              today={dateOf(today)}
              startMonth={min ? dateOf(min) : yearsFrom(today, -yearsBack)}
              endMonth={max ? dateOf(max) : yearsFrom(today, yearsAhead)}
              disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
              // Picking the chosen day again chooses it, too.
              onDayClick={(date, { disabled }) => !disabled && pick(dayOf(date))}
            />
            <div className="calendar-foot">
              {!range && (
                <button type="button" disabled={isOutside} onClick={() => pick(today)}>
                  {t('Today')}
                </button>
              )}
              {value && (
                <button type="button" onClick={() => pick(null)}>
                  {t('Clear')}
                </button>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface RangesProps {
  range: WholeRange
  today: string
  onPick: (days: Days) => void
}

function Ranges({ range: { from, to, ...limits }, today, onPick }: RangesProps) {
  return (
    <fieldset className="calendar-ranges">
      <legend className="visually-hidden">{t('Whole ranges')}</legend>
      {rangesFor(today, limits).map(({ name, days }) => (
        <button key={name} type="button" aria-pressed={days[0] === from && days[1] === to} onClick={() => onPick(days)}>
          {t(name)}
        </button>
      ))}
    </fieldset>
  )
}
