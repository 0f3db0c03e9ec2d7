import { addDays, planDates, weekday, weeklyDates } from './calendar.ts'

/** A class that stays as it is while its year is planned anew. */
export interface KeptClass {
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

/** The day whose class this one is: a replacement stands for the date it makes up for. */
const standsFor = (kept: KeptClass): string | null => (kept.isReplacement ? kept.replacementDate : kept.date)

/** Those that leave their week without need of another class. */
const holdsItsWeek = (kept: KeptClass): boolean => kept.isReplacement || kept.isAttendanceTaken

/**
 * The dates in a range (both ends included, clipped to the year) that get a class on `day`, and those that wait for a
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
  kept: readonly KeptClass[]
}): { classes: string[]; pending: string[] } {
  const heldWeeks = new Set(
    plan.kept
      .filter(holdsItsWeek)
      .map(standsFor)
      .filter((date) => date !== null)
      .map(weekOf),
  )
  const occupied = plan.kept.filter((kept) => kept.starts === plan.starts).map((kept) => kept.date)
  const dates = weeklyDates(plan.year, plan.day)
    .filter((date) => date >= plan.range.from && date <= plan.range.to)
    .filter((date) => !heldWeeks.has(weekOf(date)))
  return planDates(dates, [...plan.holidays, ...occupied])
}
