/** Form controls for ranges with wire values: two days `YYYY-MM-DD`, times `HH:mm - HH:mm`. */
import { type FocusEvent, useRef, useState } from 'react'
import { afterPress } from '../../ui/form/after-press.ts'
import { dayFormat } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { type Control, DayInput, TimeInput } from './inputs.tsx'
import { type DayLimits, isDay, isTime } from './typed/typed-dates.ts'
import type { Entered, Kind } from './typed/typed-input.ts'
import { endsOf } from './typed/typed-ranges.ts'

const empty: [Entered, Entered] = [null, null]

/**
 * Both ends of a range. A half that is entered has no value while its other field is filled in, and is passed on as it is,
 * one end empty, once both are left; what is left of a whole range, and invalid text, is passed on at once.
 */
function useRangeEnds(
  isOne: Kind['isOne'],
  value: readonly string[] | null | undefined,
  change: ((ends: [string, string] | null) => void) | undefined,
) {
  const [half, setHalf] = useState(empty)
  const latest = useRef(half)
  const ends = value ? [value[0] || null, value[1] || null] : half
  function pass(next: [Entered, Entered], waits = false) {
    latest.current = waits ? next : empty
    setHalf(latest.current)
    const [from, to] = waits ? empty : next
    change?.(from === null && to === null ? null : [from ?? '', to ?? ''])
  }
  function take(next: [Entered, Entered]) {
    const [from, to] = next
    pass(next, (from === null) !== (to === null) && isOne(from ?? to) && !(value?.[0] && value[1]))
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    // From then on it is the value.
    afterPress(() => latest.current !== empty && pass(latest.current))
  }
  return { ends, take, leave }
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
  const {
    ends: [from = null, to = null],
    take,
    leave,
  } = useRangeEnds(isDay, value, onChange)
  const [first, last] = endsProps(rest)
  const least = isDay(from) && (!min || from > min) ? from : min
  const range = offers ? { from, to, min, max, most, onPick: take } : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when both fields are left
    <div className="range" onBlur={leave}>
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
  const {
    ends: [from = null, to = null],
    take,
    leave,
  } = useRangeEnds(isTime, value ? endsOf(value) : null, (span) => onChange?.(span?.join(' - ') ?? null))
  const [first, last] = endsProps(rest)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when both fields are left
    <div className="range" onBlur={leave}>
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
