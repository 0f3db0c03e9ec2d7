/** The controls of inputs.tsx, apart because the calendar behind them is heavy. */
import { DatePicker, TimePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { KeyboardEvent } from 'react'
import { dayFormat, showTime } from './days.ts'
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
  return (
    <DatePicker
      {...rest}
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

/** Two days, first and last. */
export function DayRangeInput({
  value,
  onChange,
  min,
  max,
  id,
  format = dayFormat,
  ...rest
}: Control<[string, string]> & { min?: string; max?: string; format?: string }) {
  return (
    <>
      <DatePicker.RangePicker
        {...rest}
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

/** A time of day `HH:mm`. */
export function TimeInput({ value, onChange, ...rest }: Control<string>) {
  return (
    <TimePicker
      {...rest}
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
  return (
    <>
      <TimePicker.RangePicker
        {...rest}
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
