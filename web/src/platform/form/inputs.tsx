/** Form controls with wire values: days `YYYY-MM-DD`, times `HH:mm`. */
import type { AriaAttributes, ComponentProps } from 'react'
import { DatePicker } from '../../ui/form/DatePicker.tsx'
import { TimePicker } from '../../ui/form/TimePicker.tsx'
import { dayFormat } from '../client/dates.ts'
import { useToday } from '../client/today.ts'
import { type DayLimits, isDay, isTime, parseDay, parseTime } from './typed/typed-dates.ts'
import { type Kind, useTyped } from './typed/typed-input.ts'

/** A day in a field's format: DD-MM-YYYY, DD/MM/YYYY, YYYY/MM/DD. */
function inFormat(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date)
}
const daysIn = (format: string): Kind => ({ read: parseDay, isOne: isDay, show: (day) => inFormat(day, format) })
const clock: Kind = { read: parseTime, isOne: isTime, show: (time) => time }

export interface Control<V> extends AriaAttributes {
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
