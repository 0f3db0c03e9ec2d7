/** What stands in the filters of a report before it is searched. */
import { day } from '@academy/contract/platform/query.ts'
import { monthOf } from '@academy/contract/reports/month.ts'
import {
  type DateRange,
  dateRangeOf,
  dateRangeProblem,
  type Report,
  type ReportInput,
} from '@academy/contract/reports/report.ts'
import { t } from '../platform/client/i18n.ts'
import { dayProblem, isDay } from '../platform/form/typed/typed-dates.ts'
import { bothDaysProblem } from '../platform/form/typed/typed-ranges.ts'

export type Draft = Record<string, string | undefined>

export const keysOf = ({ inputs, range }: Report) => [
  ...(range ? ['startDate', 'endDate'] : []),
  ...inputs.map(({ key }) => key),
]

/** The filters of an untouched form. */
export function defaultsOf({ inputs, range }: Report, today: string): Draft {
  const choices = inputs.flatMap((input) =>
    input.kind === 'choice' || input.kind === 'tabs' ? [[input.key, input.options[0]?.value]] : [],
  )
  const days = inputs.flatMap((input) => (input.kind === 'day' && input.latest ? [[input.key, today]] : []))
  const months = inputs.flatMap((input) => (input.kind === 'month' ? [[input.key, monthOf(today)]] : []))
  return { ...(range ? dateRangeOf(range, {}, today) : {}), ...Object.fromEntries([...choices, ...days, ...months]) }
}

/** The filters in the address, with defaults where it says nothing or something invalid. */
export function filtersIn(report: Report, address: Draft, today: string): Draft {
  const rules: Report['filters'] = { ...report.filters, ...(report.range ? { startDate: day(), endDate: day() } : {}) }
  const days = ['startDate', 'endDate', ...report.inputs.filter(({ kind }) => kind === 'day').map(({ key }) => key)]
  // A call accepts further notations, but a field shows a day in one form only.
  const isFit = (key: string) =>
    Boolean(rules[key]?.safeParse(address[key]).success) && (!days.includes(key) || isDay(address[key]))
  // A link may filter by one class; the form has no field for it.
  const entries = [...keysOf(report), 'classId'].flatMap((key) =>
    address[key] && isFit(key) ? [[key, address[key]]] : [],
  )
  const given: Draft = Object.fromEntries(entries)
  // The missing end of a half range is the one the server would use.
  return { ...defaultsOf(report, today), ...given, ...(report.range ? dateRangeOf(report.range, given, today) : {}) }
}

/** Applies new filters to a form; fields the user changed keep their value. */
export function rebase(draft: Draft, before: Draft, next: Draft): Draft {
  const changed = Object.keys(draft).filter((key) => draft[key] !== before[key])
  const isRange = (key: string) => key === 'startDate' || key === 'endDate'
  const kept = Object.entries(draft).filter(([key]) => changed.includes(key) || (isRange(key) && changed.some(isRange)))
  return { ...next, ...Object.fromEntries(kept) }
}

/** The value of a range field. */
export const daysOf = ({ startDate, endDate }: Draft): [string, string] | null =>
  startDate || endDate ? [startDate ?? '', endDate ?? ''] : null

const isWhole = (draft: Draft): draft is Draft & DateRange => Boolean(draft.startDate && draft.endDate)

/** What is missing for a search, by field. */
export function missingIn({ inputs, filters }: Report, draft: Draft): Record<string, string> {
  const messageFor = ({ key, label }: ReportInput) => {
    const values = filters[key]?.safeParse(undefined).error?.issues[0]?.message
    return values ? t(values) : t('{label} is required', { label: t(label) })
  }
  const missing = inputs.filter((input) => input.kind === 'lookup' && input.required && !draft[input.key])
  return Object.fromEntries(missing.map((input) => [input.key, messageFor(input)]))
}

/** What is wrong with what was entered, by field. */
export function wrongIn({ inputs, range, filters }: Report, draft: Draft, today: string): Record<string, string> {
  const noDays = bothDaysProblem(daysOf(draft))
  const days = noDays ?? (range && isWhole(draft) ? dateRangeProblem(range, draft)?.message : undefined)
  const problemOf = (input: ReportInput) => {
    if (input.kind === 'text' && draft[input.key]) {
      const refusal = filters[input.key]?.safeParse(draft[input.key]).error?.issues[0]?.message
      return refusal && t(refusal)
    }
    const value = input.kind === 'day' ? draft[input.key] : undefined
    const isFuture = input.kind === 'day' && input.latest && isDay(value) && value > today
    return isFuture ? t('The date cannot be in the future') : dayProblem(value)
  }
  const single = inputs.flatMap((input) => {
    const problem = problemOf(input)
    return problem ? [[input.key, problem]] : []
  })
  return { ...Object.fromEntries(single), ...(days ? { startDate: t(days) } : {}) }
}
