/**
 * Form controls whose values are the wire's: days `YYYY-MM-DD`, times `HH:mm`, spans `HH:mm - HH:mm`. What draws them
 * is loaded with the first one on a page; an empty field keeps its place meanwhile.
 */
import { Input } from 'antd'
import { type ComponentProps, type ComponentType, Suspense } from 'react'
import { late } from '../client/lazy.ts'
import type * as pickers from './pickers.tsx'

type Pickers = typeof pickers

function waiting<Name extends keyof Pickers>(name: Name) {
  const Picker = late(async () => ({ default: (await import('./pickers.tsx'))[name] as ComponentType<object> }))
  return (props: ComponentProps<Pickers[Name]>) => (
    <Suspense fallback={<Input disabled aria-hidden />}>
      <Picker {...props} />
    </Suspense>
  )
}

/** A day. `min` and `max` are days too. */
export const DayInput = waiting('DayInput')
/** Two days, first and last. */
export const DayRangeInput = waiting('DayRangeInput')
/** A time of day. */
export const TimeInput = waiting('TimeInput')
/** A span of one day. */
export const TimeRangeInput = waiting('TimeRangeInput')
