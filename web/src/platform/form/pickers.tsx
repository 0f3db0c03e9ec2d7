/** The controls of inputs.tsx, in a file of their own because the calendar code is heavy. */

import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'
import { DatePicker, TimePicker } from '../../ui/form/DatePicker.tsx'
import { dayFormat, showTime } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { portalTime, today } from '../client/today.ts'
import { useTouch } from '../shell/appearance.ts'
import { useLayer } from '../shell/layers.ts'
import { type DayLimits, endsOf, isDay, isTime, parseDay, parseTime } from './typed-dates.ts'
import { type Entered, type Kind, TypedEnds, useTyped } from './typed-input.tsx'

dayjs.extend(customParseFormat)
// antd uses this for today's mark and 'Now': the portal's day, not the device's.
dayjs.extend((_options, { prototype }) => {
  Object.assign(prototype, { tz: () => dayjs(`${today()}T${showTime(portalTime())}`) })
})

const wire = 'YYYY-MM-DD'
const times = 'HH:mm'

const days: Kind = {
  read: parseDay,
  isOne: isDay,
  pick: (day) => dayjs(day, wire),
  write: (picked) => picked.format(wire),
}
const clock: Kind = {
  read: parseTime,
  isOne: isTime,
  pick: (time) => dayjs(time, times),
  write: (picked) => picked.format(times),
}

export interface Control<V> {
  /** A day or time in wire format, or text that is none, which the form's rule refuses (typed-dates.ts). */
  value?: V | null
  onChange?: (value: V | null) => void
  id?: string
  disabled?: boolean
  status?: 'error'
  'aria-label'?: string
}

/** A phone held sideways shows the calendar on the half of the screen away from its field (touch.css). */
function sideOf(input: Element | null) {
  const { left = 0, width = 0 } = input?.getBoundingClientRect() ?? {}
  return left + width / 2 > innerWidth / 2 ? 'picker-left' : ''
}

/** On a phone Back closes an open calendar before it leaves the page. */
function usePanel() {
  const isTouch = useTouch()
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState('')
  useLayer(open && isTouch, () => {
    setOpen(false)
    return true
  })
  // With a mouse the picker stays uncontrolled: controlled, text typed before Tab could be lost.
  if (!isTouch) return {}
  const onOpenChange = (next: boolean) => {
    if (next) setSide(sideOf(document.activeElement))
    setOpen(next)
  }
  return { open, onOpenChange, classNames: { popup: { root: side } } }
}

const pickable = ({ min, max }: DayLimits) => ({
  ...(min ? { minDate: dayjs(min, wire) } : {}),
  ...(max ? { maxDate: dayjs(max, wire) } : {}),
})

/** A day. `min` and `max` are days too. */
export function DayInput({
  value,
  onChange,
  min,
  max,
  format = dayFormat,
  ...rest
}: Control<string> & DayLimits & { placeholder?: string }) {
  const panel = usePanel()
  const typed = useTyped(days, [value ?? null], ([day]) => onChange?.(day ?? null))
  return (
    <TypedEnds value={typed.ends}>
      <DatePicker
        {...rest}
        {...panel}
        {...pickable({ min, max })}
        className="wide"
        components={typed.components}
        format={format}
        placeholder={rest.placeholder ?? format}
        value={typed.both[0]}
        onChange={(day) => typed.onPick([day])}
      />
    </TypedEnds>
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

const empty: Entered[] = [null, null]

/**
 * Both ends of a range. A half-entered range has no value yet and stays visible meanwhile; invalid text is passed to
 * the form all the same.
 */
function useRangeEnds(
  { isOne }: Kind,
  value: readonly string[] | null | undefined,
  change: ((ends: [string, string] | null) => void) | undefined,
) {
  const [half, setHalf] = useState(empty)
  const ends = value ? [value[0] || null, value[1] || null] : half
  function take([from = null, to = null]: Entered[]) {
    const isHalf = (from === null) !== (to === null) && isOne(from ?? to)
    setHalf(isHalf ? [from, to] : empty)
    const isNone = isHalf || (from === null && to === null)
    change?.(isNone ? null : [from ?? '', to ?? ''])
  }
  return [ends, take] as const
}

interface DayRangeProps extends Control<[string, string]>, DayLimits {}

/** First and last day. A phone has no room for two months side by side, so each day has its own field there. */
export function DayRangeInput(props: DayRangeProps) {
  return useTouch() ? <NarrowDayRange {...props} /> : <WideDayRange {...props} />
}

function WideDayRange({ value, onChange, min, max, id, format = dayFormat, ...rest }: DayRangeProps) {
  const panel = usePanel()
  const [ends, take] = useRangeEnds(days, value, onChange)
  const typed = useTyped(days, ends, take)
  return (
    <TypedEnds value={typed.ends}>
      <DatePicker.RangePicker
        {...rest}
        {...panel}
        {...idsOf(id)}
        {...pickable({ min, max })}
        className="wide"
        components={typed.components}
        allowEmpty
        format={format}
        placeholder={[t('From'), t('To')]}
        value={typed.both}
        onCalendarChange={typed.onHalfPick}
        onChange={(picked) => typed.onPick(picked ?? [null, null])}
      />
      <EndLabel of={id} />
    </TypedEnds>
  )
}

function NarrowDayRange({ value, onChange, id, 'aria-label': label, ...rest }: DayRangeProps) {
  const [[from = null, to = null], take] = useRangeEnds(days, value, onChange)
  return (
    <div className="day-range">
      <DayInput
        {...rest}
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': `${label}: ${t('From')}` } : {})}
        placeholder={t('From')}
        value={from}
        onChange={(day) => take([day, to])}
      />
      <DayInput
        {...rest}
        {...(id ? { id: endOf(id) } : {})}
        {...(label ? { 'aria-label': `${label}: ${t('To')}` } : {})}
        placeholder={t('To')}
        value={to}
        onChange={(day) => take([from, day])}
      />
      <EndLabel of={id} />
    </div>
  )
}

/** A time of day `HH:mm`. */
export function TimeInput({ value, onChange, ...rest }: Control<string>) {
  const panel = usePanel()
  const typed = useTyped(clock, [value ?? null], ([time]) => onChange?.(time ?? null))
  return (
    <TypedEnds value={typed.ends}>
      <TimePicker
        {...rest}
        {...panel}
        className="wide"
        components={typed.components}
        format={times}
        minuteStep={5}
        needConfirm={false}
        value={typed.both[0]}
        onChange={(time) => typed.onPick([time])}
      />
    </TypedEnds>
  )
}

/** A time range within one day, `HH:mm - HH:mm`. */
export function TimeRangeInput({ value, onChange, id, ...rest }: Control<string>) {
  const panel = usePanel()
  const [ends, take] = useRangeEnds(clock, value ? endsOf(value) : null, (span) =>
    onChange?.(span?.join(' - ') ?? null),
  )
  const typed = useTyped(clock, ends, take)
  return (
    <TypedEnds value={typed.ends}>
      <TimePicker.RangePicker
        {...rest}
        {...panel}
        {...idsOf(id)}
        className="wide"
        components={typed.components}
        allowEmpty
        format={times}
        minuteStep={5}
        needConfirm={false}
        // A range that ends before it starts is refused by the field's rule, not silently reversed.
        order={false}
        placeholder={[t('From'), t('To')]}
        value={typed.both}
        onCalendarChange={typed.onHalfPick}
        onChange={(span) => typed.onPick(span ?? [null, null])}
      />
      <EndLabel of={id} />
    </TypedEnds>
  )
}
