/**
 * Parses days and times as people type them. Invalid text stays in its field, and the messages say why it is refused.
 */
import { isDay } from '@academy/contract/platform/dates.ts'
import { lengthOf } from '@academy/contract/platform/text.ts'
import type { FormRule } from '../../../ui/form/Form.tsx'
import { dayFormat, showDay } from '../../client/dates.ts'
import { t } from '../../client/i18n.ts'

const dayFirst = /^(?<day>\d{1,2})(?<by>[-/. ])(?<month>\d{1,2})\k<by>(?<year>\d{4})$/
const yearFirst = /^(?<year>\d{4})(?<by>[-/. ])(?<month>\d{1,2})\k<by>(?<day>\d{1,2})$/
const digitsDayFirst = /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/
const digitsYearFirst = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/

export { isDay }

const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0')

/** Parses a day to `YYYY-MM-DD`: 31-01-2026, 31/1/2026, 31012026, 2026-01-31. */
export function parseDay(text: string): string | undefined {
  const found = [dayFirst, yearFirst, digitsDayFirst, digitsYearFirst].map((way) => way.exec(text.trim())?.groups)
  return found.map((part) => part && `${part.year}-${two(part.month)}-${two(part.day)}`).find(isDay)
}

const clock = /^(?<hour>\d{1,2})(?:[:.]?(?<minute>\d{2}))?\s*(?<half>[ap]\.?m\.?)?$/i
const isValidTime = /^([01]\d|2[0-3]):[0-5]\d$/

export const isTime = (value: unknown): value is string => typeof value === 'string' && isValidTime.test(value)

/** Parses a time to `HH:mm`: 9:30, 09.30, 930, 0930, 9:30pm, 9 am. */
export function parseTime(text: string): string | undefined {
  const { hour, minute, half } = clock.exec(text.trim())?.groups ?? {}
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined
  if (half === undefined) return [`${two(hour)}:${minute}`].find(isTime)
  if (Number(hour) < 1 || Number(hour) > 12) return undefined
  const at = (Number(hour) % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  return [`${two(String(at))}:${minute ?? '00'}`].find(isTime)
}

export interface DayLimits {
  min?: string | undefined
  max?: string | undefined
  /** The field's display format. */
  format?: string
}

const maxLength = 40
const told = (text: string) => (lengthOf(text) > maxLength ? `${[...text].slice(0, maxLength).join('')}...` : text)
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Why the value of a day field is refused; undefined for a day within the limits, and for an empty field. */
export function dayProblem(value: unknown, { min, max, format = dayFormat }: DayLimits = {}): string | undefined {
  if (!isText(value)) return undefined
  if (!isDay(value)) return t('{text} is not a date. Use {format}.', { text: told(value), format })
  if (max && value > max)
    return t('{day} is too late. The last day is {max}.', { day: showDay(value), max: showDay(max) })
  if (min && value < min)
    return t('{day} is too early. The first day is {min}.', { day: showDay(value), min: showDay(min) })
  return undefined
}

/** Why the value of a time field is refused. */
export const timeProblem = (value: unknown): string | undefined =>
  isText(value) && !isTime(value) ? t('{text} is not a time. Use HH:MM.', { text: told(value) }) : undefined

/** Refuses a value of a Form.Item for the reason given, if any. */
export const ruleOf = (problemOf: (value: unknown) => string | undefined): FormRule => ({
  validator: (_, value) => {
    const problem = problemOf(value)
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
  },
})

/** Rules for a Form.Item, before any others and with `validateFirst`. */
export const dayRule = (limits?: DayLimits): FormRule => ruleOf((value) => dayProblem(value, limits))
export const timeRule: FormRule = ruleOf(timeProblem)
