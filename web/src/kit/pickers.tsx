/** The controls of inputs.tsx, apart because the calendar behind them is heavy. */
import { DatePicker, TimePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { type KeyboardEvent, useState } from 'react'
import { useTouch } from './appearance.ts'
import { dayFormat, showTime } from './days.ts'
import { useLayer } from './layers.ts'
import { portalTime, today } from './today.ts'
import { t } from './words.ts'

dayjs.extend(customParseFormat)
// antd asks this for the day it marks as today, and for 'Now': the portal's, not the device's.
dayjs.extend((_options, { prototype }) => {
  Object.assign(prototype, { tz: () => dayjs(`${today()}T${showTime(portalTime())}`) })
})

const wire = 'YYYY-MM-DD'
const times = 'HH:mm'

export interface Control<V> {
  value?: V | null
  onChange?: (value: V | null) => void
  id?: string
  disabled?: boolean
  'aria-label'?: string
}

/** On a phone Back closes an open calendar before it leaves the page. */
function usePanel() {
  const isTouch = useTouch()
  const [open, setOpen] = useState(false)
  useLayer(open && isTouch, () => {
    setOpen(false)
    return true
  })
  // At a desk the picker keeps this to itself: told from outside, what was typed before Tab could be lost.
  return isTouch ? { open, onOpenChange: setOpen } : {}
}

/** Enter takes what was typed into a picker; it does not submit the form around it. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

/** A day. `min` and `max` are days too. */
export function DayInput({
  value,
  onChange,
  min,
  max,
  format = dayFormat,
  ...rest
}: Control<string> & { min?: string; max?: string; format?: string; placeholder?: string }) {
  const panel = usePanel()
  return (
    <DatePicker
      {...rest}
      {...panel}
      className="wide"
      onKeyDown={keepEnter}
      // Typing without separators and other usual ways are understood too.
      format={[format, 'DDMMYYYY', 'DD/MM/YYYY', wire]}
      placeholder={rest.placeholder ?? format}
      value={value ? dayjs(value, wire) : null}
      {...(min ? { minDate: dayjs(min, wire) } : {})}
      {...(max ? { maxDate: dayjs(max, wire) } : {})}
      onChange={(day) => onChange?.(day ? day.format(wire) : null)}
      // antd would bring the old day back when its text was deleted.
      onBlur={({ target }) => {
        if (value && target instanceof HTMLInputElement && target.value === '') onChange?.(null)
      }}
    />
  )
}

/** A range's label belongs to its first input; this one names the second. */
const EndLabel = ({ of }: { of: string | undefined }) =>
  of ? (
    <label htmlFor={endOf(of)} className="visually-hidden">
      {t('To')}
    </label>
  ) : null
const endOf = (id: string) => `${id}-end`
const idsOf = (id: string | undefined) => (id ? { id: { start: id, end: endOf(id) } } : {})

interface DayRangeProps extends Control<[string, string]> {
  min?: string
  max?: string
  format?: string
}

/** Two days, first and last. A phone has no room for two months beside each other: there each day has a field. */
export function DayRangeInput(props: DayRangeProps) {
  return useTouch() ? <NarrowDayRange {...props} /> : <WideDayRange {...props} />
}

function WideDayRange({ value, onChange, min, max, id, format = dayFormat, ...rest }: DayRangeProps) {
  const panel = usePanel()
  return (
    <>
      <DatePicker.RangePicker
        {...rest}
        {...panel}
        {...idsOf(id)}
        className="wide"
        onKeyDown={keepEnter}
        format={format}
        placeholder={[t('From'), t('To')]}
        value={value ? [dayjs(value[0], wire), dayjs(value[1], wire)] : null}
        {...(min ? { minDate: dayjs(min, wire) } : {})}
        {...(max ? { maxDate: dayjs(max, wire) } : {})}
        onChange={(days) => {
          const [from, to] = days ?? []
          onChange?.(from && to ? [from.format(wire), to.format(wire)] : null)
        }}
      />
      <EndLabel of={id} />
    </>
  )
}

function NarrowDayRange({ value, onChange, min, max, id, 'aria-label': label, ...rest }: DayRangeProps) {
  const [days, setDays] = useState<readonly [string | null, string | null]>(value ?? [null, null])
  // A range that is half entered is none yet, and stays on the screen meanwhile.
  const isWhole = days[0] !== null && days[1] !== null
  const [from, to] = value || isWhole ? (value ?? [null, null]) : days
  function change(first: string | null, last: string | null) {
    setDays([first, last])
    if (first && last) onChange?.(first <= last ? [first, last] : [last, first])
    else if (value) onChange?.(null)
  }
  const limits = { ...(min ? { min } : {}), ...(max ? { max } : {}) }
  return (
    <div className="day-range">
      <DayInput
        {...rest}
        {...limits}
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': `${label}: ${t('From')}` } : {})}
        placeholder={t('From')}
        value={from}
        onChange={(day) => change(day, to)}
      />
      <DayInput
        {...rest}
        {...limits}
        {...(id ? { id: endOf(id) } : {})}
        {...(label ? { 'aria-label': `${label}: ${t('To')}` } : {})}
        placeholder={t('To')}
        value={to}
        onChange={(day) => change(from, day)}
      />
      <EndLabel of={id} />
    </div>
  )
}

/** A time of day `HH:mm`. */
export function TimeInput({ value, onChange, ...rest }: Control<string>) {
  const panel = usePanel()
  return (
    <TimePicker
      {...rest}
      {...panel}
      className="wide"
      onKeyDown={keepEnter}
      format={times}
      minuteStep={5}
      needConfirm={false}
      value={value ? dayjs(value, times) : null}
      onChange={(time) => onChange?.(time ? time.format(times) : null)}
    />
  )
}

/** A span of one day, `HH:mm - HH:mm`. */
export function TimeRangeInput({ value, onChange, id, ...rest }: Control<string>) {
  const [from, to] = value?.split(' - ') ?? []
  const panel = usePanel()
  return (
    <>
      <TimePicker.RangePicker
        {...rest}
        {...panel}
        {...idsOf(id)}
        className="wide"
        onKeyDown={keepEnter}
        format={times}
        minuteStep={5}
        needConfirm={false}
        // A range that ends before it starts is told by the field's rule, not silently turned around.
        order={false}
        placeholder={[t('From'), t('To')]}
        value={from && to ? [dayjs(from, times), dayjs(to, times)] : null}
        onChange={(span) => {
          const [start, end] = span ?? []
          onChange?.(start && end ? `${start.format(times)} - ${end.format(times)}` : null)
        }}
      />
      <EndLabel of={id} />
    </>
  )
}
