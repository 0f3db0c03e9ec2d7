/** Day filters applied at once; an invalid day stays as typed, with the reason beside it. */
import { type ComponentProps, useState } from 'react'
import { DayInput } from '../../form/inputs.tsx'
import { DayRangeInput } from '../../form/range-inputs.tsx'
import { type DayLimits, dayProblem } from '../../form/typed/typed-dates.ts'
import { daysProblem } from '../../form/typed/typed-ranges.ts'

/** An invalid value in the field; the list keeps the last valid one. */
function useInvalidInput<V>(onChange: (value: V | null) => void, problemOf: (value: V) => string | undefined) {
  const [refused, setRefused] = useState<V>()
  function change(value: V | null) {
    const isRefused = value !== null && problemOf(value) !== undefined
    setRefused(isRefused ? value : undefined)
    if (!isRefused) onChange(value)
  }
  return { refused, problem: refused === undefined ? undefined : problemOf(refused), change }
}

const Reason = ({ problem }: { problem: string | undefined }) =>
  problem && (
    <div role="alert" className="filter-problem">
      {problem}
    </div>
  )

const marked = (problem: string | undefined) => (problem ? { 'aria-invalid': true } : {})

type DayProps = Omit<ComponentProps<typeof DayInput>, 'onChange'> & { onChange: (day: string | null) => void }

export function FilterDay({ value, onChange, ...rest }: DayProps) {
  const { refused, problem, change } = useInvalidInput<string>(onChange, (day) => dayProblem(day, limitsOf(rest)))
  return (
    <div>
      <DayInput {...rest} {...marked(problem)} value={refused ?? value ?? null} onChange={change} />
      <Reason problem={problem} />
    </div>
  )
}

type Days = [string, string]
type DaysProps = Omit<ComponentProps<typeof DayRangeInput>, 'onChange'> & { onChange: (days: Days | null) => void }

export function FilterDays({ value, onChange, ...rest }: DaysProps) {
  const { refused, problem, change } = useInvalidInput<Days>(onChange, (days) => daysProblem(days, limitsOf(rest)))
  return (
    <div>
      <DayRangeInput offers {...rest} {...marked(problem)} value={refused ?? value ?? null} onChange={change} />
      <Reason problem={problem} />
    </div>
  )
}

const limitsOf = ({ min, max, format }: DayLimits): DayLimits => ({ min, max, ...(format ? { format } : {}) })
