import { addDays, planDates, weekday, weeklyDates } from './calendar.ts'

/** A class that stays as it is while its year is planned again. */
export interface RemainingClass {
  date: string
  starts: string
  isAttendanceTaken: boolean
  isReplacement: boolean
  replacementDate: string | null
}

export interface Range {
  from: string
  to: string
}

const weekOf = (date: string): string => addDays(date, -weekday(date))

/** The date that a class covers: a replacement covers the date it makes up for. */
const dateCovered = (remaining: RemainingClass): string | null =>
  remaining.isReplacement ? remaining.replacementDate : remaining.date

/** Whether the week needs no other class. */
const coversWeek = (remaining: RemainingClass): boolean => remaining.isReplacement || remaining.isAttendanceTaken

/**
 * The dates in a range (both ends included, clipped to the year) that get a class on `day`, and those that need a
 * replacement: holidays, and days on which the course has another class at the same time already. A week whose class
 * was attended or made up for gets no second one.
 */
export function planRange(plan: {
  year: number
  range: Range
  /** 0 is Sunday. */
  day: number
  /** `HH:mm` */
  starts: string
  holidays: Iterable<string>
  remaining: readonly RemainingClass[]
}): { classes: string[]; pending: string[] } {
  const coveredWeeks = new Set(
    plan.remaining
      .filter(coversWeek)
      .map(dateCovered)
      .filter((date) => date !== null)
      .map(weekOf),
  )
  const occupied = plan.remaining
    .filter((remaining) => remaining.starts === plan.starts)
    .map((remaining) => remaining.date)
  const dates = weeklyDates(plan.year, plan.day)
    .filter((date) => date >= plan.range.from && date <= plan.range.to)
    .filter((date) => !coveredWeeks.has(weekOf(date)))
  return planDates(dates, [...plan.holidays, ...occupied])
}
