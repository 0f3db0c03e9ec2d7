/** The same as typed-dates.ts for ranges of days and of times. */
import type { FormRule } from '../../../ui/form/Form.tsx'
import { t } from '../../client/i18n.ts'
import { type DayLimits, dayProblem, isText, ruleOf, timeProblem } from './typed-dates.ts'

/** Why a range of days is refused, of which one end may be empty. */
export function daysProblem(value: unknown, limits: DayLimits = {}): string | undefined {
  if (!Array.isArray(value)) return undefined
  const [from, to] = value
  const problem = dayProblem(from, limits) ?? dayProblem(to, limits)
  return (
    problem ??
    (isText(from) && isText(to) && from > to ? t('The range must end on or after the day it starts') : undefined)
  )
}

/** Why a range is refused of which one end is empty. */
const halfProblem = (ends: unknown) =>
  Array.isArray(ends) && ends.some(isText) && !ends.every(isText) ? t('Enter both ends') : undefined

/** The same for a range of days that needs both its ends. */
export const bothDaysProblem = (value: unknown, limits?: DayLimits): string | undefined =>
  daysProblem(value, limits) ?? halfProblem(value)

/** The two ends of `HH:mm - HH:mm`, or of the text typed instead. */
export const endsOf = (span: unknown): string[] => (isText(span) ? span.split(' - ') : [])

/** The same for a time range, which needs both its ends. */
export const timesProblem = (value: unknown): string | undefined =>
  endsOf(value)
    .map(timeProblem)
    .find((problem) => problem !== undefined) ?? halfProblem(endsOf(value))

export const daysRule = (limits?: DayLimits): FormRule => ruleOf((value) => bothDaysProblem(value, limits))
export const timesRule: FormRule = ruleOf(timesProblem)
