/** What Assign, Reassign and Batch Update will do, in numbers, before the user confirms. */
import { yearRange } from '@academy/contract/courses/calendar.ts'
import { planRange, type Range } from '@academy/contract/courses/plan.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'

interface Forecast {
  created: number
  /** Days that get no class and wait for a replacement: holidays, and days the course has a class already. */
  pending: number
  /** Classes without attendance that are removed. */
  removed: number
  /** Classes with attendance that stay as they are. */
  kept: number
}

export interface ForecastInput {
  year: number
  /** 0 is Sunday. */
  day: number
  /** `HH:mm - HH:mm` */
  duration: string
  /** The whole year by default. */
  range?: Range
  holidays: Iterable<string>
  /** The existing classes of the course in that year. */
  classes: readonly ClassSession[]
}

const startOf = (duration: string) => duration.slice(0, 5)

export function forecastOf({
  year,
  day,
  duration,
  range = yearRange(year),
  holidays,
  classes,
}: ForecastInput): Forecast {
  const inside = ({ date }: ClassSession) => date >= range.from && date <= range.to
  const isRemoved = (one: ClassSession) => inside(one) && !one.isAttendanceTaken
  const remaining = classes.filter((one) => !isRemoved(one)).map((one) => ({ ...one, starts: startOf(one.duration) }))
  const plan = planRange({ year, range, day, starts: startOf(duration), holidays, remaining })
  return {
    created: plan.classes.length,
    pending: plan.pending.length,
    removed: classes.filter(isRemoved).length,
    kept: classes.filter((one) => inside(one) && one.isAttendanceTaken).length,
  }
}

const counted = (count: number, one: string, many: string) => t(count === 1 ? one : many, { count })

/** `49 classes will be created, 3 dates fall on holidays and wait for a replacement.` */
export function forecastText({ created, pending, removed, kept }: Forecast): string[] {
  return [
    removed > 0
      ? t('Classes without attendance: {removed} now, {created} afterwards.', { removed, created })
      : counted(created, '{count} class will be created.', '{count} classes will be created.'),
    pending > 0
      ? counted(
          pending,
          '{count} date falls on a holiday and waits for a replacement.',
          '{count} dates fall on holidays and wait for replacements.',
        )
      : t('None falls on a holiday.'),
    kept > 0
      ? counted(
          kept,
          '{count} class with attendance stays as it is.',
          '{count} classes with attendance stay as they are.',
        )
      : '',
  ].filter(Boolean)
}
