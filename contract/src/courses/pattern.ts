/** Weekday, time and instructors of a course's classes, and how a plan of them is sent. */

import { z } from 'zod'
import { numberIn, wholeNumber } from '../platform/number.ts'
import { orTooMuch } from '../platform/plain-errors.ts'
import { day, dayPair, duration, id, idList, leniently, maybeIds } from '../platform/query.ts'
import { weekday as weekdayOf, weekdays } from './calendar.ts'

export const scheduleMessages = {
  instructor: 'Main Instructor is required',
  day: 'Training day is required',
  duration: 'Training Time Duration is required',
  range: 'Apply Range is required',
  unscheduled: 'Please assign a class schedule before selecting a date.',
} as const

export const scheduleYear = wholeNumber({ required: 'Year is required', min: 1900, max: 2200 })

/** 0 is Sunday; the English name is accepted too. */
const weekday = leniently(
  (given) => {
    const named =
      typeof given === 'string' ? weekdays.findIndex((name) => name.toLowerCase() === given.trim().toLowerCase()) : -1
    return named < 0 ? numberIn(given) : named
  },
  z.number({ error: scheduleMessages.day }).int().min(0, scheduleMessages.day).max(6, scheduleMessages.day),
).meta({ description: 'Weekday from 0 (Sunday) to 6; its English name is read too' })

/** Weekday, time and instructors: what Assign, Reassign and Batch Update ask for. */
export const pattern = {
  day: weekday,
  duration: duration(scheduleMessages.duration),
  mainInstructor: idList(
    z
      .array(id(), { error: orTooMuch(scheduleMessages.instructor) })
      .min(1, scheduleMessages.instructor)
      .max(20),
  ),
  assistantInstructor: maybeIds(20),
}

export const assignBody = z.object({ course: id('Course is required'), year: scheduleYear, ...pattern })
export const patternBody = z.object(pattern, { error: scheduleMessages.instructor })
const listed = z.object({ ...pattern, date: day('Date is required'), day: weekday.nullish() })

const issueOf = (message: string, path: PropertyKey[]): z.core.$ZodRawIssue => ({
  code: 'custom',
  message,
  path,
  input: undefined,
})

/** Why a list of classes is not one pattern; empty when it is. */
function patternIssues(list: readonly z.output<typeof listed>[]): z.core.$ZodRawIssue[] {
  const shapeOf = ({ date, day: _, ...rest }: z.output<typeof listed>) => JSON.stringify([weekdayOf(date), rest])
  const first = list.map(shapeOf)[0]
  return list.flatMap((each, index) => {
    if (typeof each.day === 'number' && each.day !== weekdayOf(each.date))
      return [issueOf('The date does not fall on the training day', [index, 'date'])]
    return shapeOf(each) === first
      ? []
      : [issueOf('All classes of a batch need one weekday, time and instructors', [index])]
  })
}

/** Turns a list of single classes into their common pattern and the dates. */
function patternOfList(given: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(given)) return given
  const { data: list, error } = z.array(listed).min(1, 'Please choose at least one date').max(366).safeParse(given)
  context.issues.push(
    ...(error?.issues ?? []).map(({ message, path }) => issueOf(message, path)),
    ...patternIssues(list ?? []),
  )
  const [first] = list ?? []
  return first ? { ...first, day: weekdayOf(first.date), dates: list?.map(({ date }) => date) } : z.NEVER
}

const batchPattern = patternBody.extend({
  /** The dates the client expects; 409 when the plan has others. */
  dates: z.array(day()).max(366).optional(),
})

/** A pattern for a date range, first and last day included. */
export const batchBody = z.object({
  course: id('Course is required'),
  year: scheduleYear,
  range: dayPair(scheduleMessages.range),
  schedule: z.preprocess(patternOfList, batchPattern) as unknown as typeof batchPattern,
})
