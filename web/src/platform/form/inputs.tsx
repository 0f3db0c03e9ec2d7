/** Form controls with wire values: days `YYYY-MM-DD`, times `HH:mm`, ranges `HH:mm - HH:mm`. */
import { type AriaAttributes, type ComponentProps, useState } from 'react'
import { DatePicker } from '../../ui/form/DatePicker.tsx'
import { TimePicker } from '../../ui/form/TimePicker.tsx'
import { dayFormat } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { useToday } from '../client/today.ts'
import { type DayLimits, endsOf, isDay, isTime, parseDay, parseTime } from './typed-dates.ts'
import { type Entered, type Kind, useTyped } from './typed-input.ts'

/** A day in a field's format: DD-MM-YYYY, DD/MM/YYYY, YYYY/MM/DD. */
function inFormat(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date)
}
const daysIn = (format: string): Kind => ({ read: parseDay, isOne: isDay, show: (day) => inFormat(day, format) })
const clock: Kind = { read: parseTime, isOne: isTime, show: (time) => time }

interface Control<V> extends AriaAttributes {
  /** A day or time in wire format, or text that is none, which the form's rule refuses (typed-dates.ts). */
  value?: V | null
  onChange?: (value: V | null) => void
  id?: string
  disabled?: boolean
}

/** A day. `min` and `max` are days too. */
export function DayInput({
  value = null,
  onChange,
  min,
  max,
  format = dayFormat,
  placeholder = format,
  ...rest
}: Control<string> & DayLimits & Pick<ComponentProps<typeof DatePicker>, 'range'> & { placeholder?: string }) {
  const typed = useTyped(daysIn(format), value, (day) => onChange?.(day))
  return (
    <DatePicker
      {...rest}
      {...typed}
      placeholder={placeholder}
      value={isDay(value) ? value : null}
      today={useToday()}
      min={min}
      max={max}
    />
  )
}

/** A time of day `HH:mm`. `near` is where the list of times begins while none is chosen. */
export function TimeInput({
  value = null,
  onChange,
  placeholder = 'HH:MM',
  ...rest
}: Control<string> & { placeholder?: string; near?: string }) {
  const typed = useTyped(clock, value, (time) => onChange?.(time))
  return <TimePicker {...rest} {...typed} placeholder={placeholder} value={isTime(value) ? value : null} />
}

const empty: [Entered, Entered] = [null, null]

/**
 * Both ends of a range. A half-entered range has no value yet and stays visible meanwhile; invalid text is passed to
 * the form all the same.
 */
function useRangeEnds(
  isOne: Kind['isOne'],
  value: readonly string[] | null | undefined,
  change: ((ends: [string, string] | null) => void) | undefined,
) {
  const [half, setHalf] = useState(empty)
  const ends = value ? [value[0] || null, value[1] || null] : half
  function take([from, to]: [Entered, Entered]) {
    const isHalf = (from === null) !== (to === null) && isOne(from ?? to)
    setHalf(isHalf ? [from, to] : empty)
    const isNone = isHalf || (from === null && to === null)
    change?.(isNone ? null : [from ?? '', to ?? ''])
  }
  return [ends, take] as const
}

/** The properties of the two fields of a range: its label belongs to the first. */
function endsProps({ id, 'aria-label': label, ...rest }: Omit<Control<unknown>, 'value' | 'onChange'>) {
  const end = (name: string, own: string | undefined) => ({
    ...rest,
    ...(own ? { id: own } : {}),
    ...(label ? { 'aria-label': `${label}: ${t(name)}` } : {}),
    placeholder: t(name),
  })
  return [end('From', id), end('To', id && endOf(id))] as const
}
const endOf = (id: string) => `${id}-end`

/** Names the second field. */
const EndLabel = ({ of }: { of: string | undefined }) =>
  of ? (
    <label htmlFor={endOf(of)} className="visually-hidden">
      {t('To')}
    </label>
  ) : null

interface DayRangeProps extends Control<[string, string]>, DayLimits {
  /** The calendars offer ranges such as this week or last month, where they are within the limits. */
  offers?: boolean
  /** The longest range in days, both ends counted. */
  most?: number | undefined
}

/** First and last day. */
export function DayRangeInput({
  value,
  onChange,
  min,
  max,
  most,
  offers = false,
  format = dayFormat,
  ...rest
}: DayRangeProps) {
  const [[from = null, to = null], take] = useRangeEnds(isDay, value, onChange)
  const [first, last] = endsProps(rest)
  const least = isDay(from) && (!min || from > min) ? from : min
  const range = offers ? { from, to, min, max, most, onPick: take } : undefined
  return (
    <div className="range">
      <DayInput
        {...first}
        min={min}
        max={max}
        range={range}
        format={format}
        value={from}
        onChange={(day) => take([day, to])}
      />
      <DayInput
        {...last}
        min={least}
        max={max}
        range={range}
        format={format}
        value={to}
        onChange={(day) => take([from, day])}
      />
      <EndLabel of={rest.id} />
    </div>
  )
}

/** A time range within one day, `HH:mm - HH:mm`. */
export function TimeRangeInput({ value, onChange, ...rest }: Control<string>) {
  const [[from = null, to = null], take] = useRangeEnds(isTime, value ? endsOf(value) : null, (span) =>
    onChange?.(span?.join(' - ') ?? null),
  )
  const [first, last] = endsProps(rest)
  return (
    <div className="range">
      <TimeInput {...first} value={from} onChange={(time) => take([time, to])} />
      <TimeInput
        {...last}
        {...(isTime(from) ? { near: from } : {})}
        value={to}
        onChange={(time) => take([from, time])}
      />
      <EndLabel of={rest.id} />
    </div>
  )
}
