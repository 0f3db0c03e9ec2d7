/**
 * Form controls with wire values: days `YYYY-MM-DD`, times `HH:mm`, ranges `HH:mm - HH:mm`. Their code is loaded with
 * the first one on a page; an empty field holds the place meanwhile.
 */

import { type ComponentProps, type ComponentType, Suspense } from 'react'
import { Input } from '../../ui/form/Input.tsx'
import { lazyComponent } from '../client/lazy.ts'
import type * as pickers from './pickers.tsx'

type Pickers = typeof pickers

function lazyPicker<Name extends keyof Pickers>(name: Name) {
  const Picker = lazyComponent(async () => ({
    default: (await import('./pickers.tsx'))[name] as ComponentType<object>,
  }))
  return (props: ComponentProps<Pickers[Name]>) => (
    <Suspense fallback={<Input disabled aria-hidden />}>
      <Picker {...props} />
    </Suspense>
  )
}

/** A day. `min` and `max` are days too. */
export const DayInput = lazyPicker('DayInput')
/** Two days, first and last. */
export const DayRangeInput = lazyPicker('DayRangeInput')
/** A time of day. */
export const TimeInput = lazyPicker('TimeInput')
/** A time range within one day. */
export const TimeRangeInput = lazyPicker('TimeRangeInput')
