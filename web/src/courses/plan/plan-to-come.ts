import type { ClassSession, ScheduledYear } from '@academy/contract/courses/schedule.ts'

export type Plan = Pick<ScheduledYear, 'day' | 'duration' | 'mainInstructor' | 'assistantInstructor'>

type Planned = Plan & Pick<ClassSession, 'date' | 'isReplacement'>

const planOf = ({ day, duration, mainInstructor, assistantInstructor }: Planned): Plan => ({
  day,
  duration,
  mainInstructor,
  assistantInstructor,
})

/**
 * Weekday, time and instructors of most classes from a day on; undefined when none is to come. Since a Batch Update they may be
 * others than those of the year, and a single class that was moved or lent to another coach does not tell.
 */
export function planToCome(classes: readonly Planned[], today: string): Plan | undefined {
  const plans = classes.filter(({ date, isReplacement }) => date >= today && !isReplacement).map(planOf)
  const alike = [...Map.groupBy(plans, (plan) => JSON.stringify(plan)).values()]
  return alike.toSorted((one, other) => other.length - one.length)[0]?.[0]
}
