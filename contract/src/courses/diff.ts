import { addDays, weekday } from './calendar.ts'

/** A class to compare: `id` as in the database, times `HH:mm`. */
interface ComparedClass {
  id: string
  date: string
  starts: string
  ends: string
}

export interface Changes<C> {
  added: C[]
  moved: { from: C; to: C }[]
  changed: { from: C; to: C }[]
  removed: C[]
}

const weekOf = ({ date }: ComparedClass): string => addDays(date, -weekday(date))
const timeOf = ({ date, starts, ends }: ComparedClass): string => `${date} ${starts} ${ends}`

/**
 * The differences between the classes before and after. Classes are paired by id, then by day and time, then by day, then
 * by week: a class planned again on another day of its week counts as moved.
 */
export function changesBetween<C extends ComparedClass>(
  before: readonly C[],
  after: readonly C[],
  isSame: (from: C, to: C) => boolean,
): Changes<C> {
  const missing = new Set(before)
  const unmatched = new Set(after)
  const pairs: { from: C; to: C }[] = []
  for (const key of [({ id }: C) => id, timeOf, ({ date }: C) => date, weekOf]) {
    const byKey = Map.groupBy(unmatched, key)
    for (const from of [...missing]) {
      const to = byKey.get(key(from))?.shift()
      if (!to) continue
      missing.delete(from)
      unmatched.delete(to)
      pairs.push({ from, to })
    }
  }
  const isMoved = ({ from, to }: { from: C; to: C }) => timeOf(from) !== timeOf(to)
  return {
    added: [...unmatched],
    moved: pairs.filter(isMoved),
    changed: pairs.filter((pair) => !isMoved(pair) && !isSame(pair.from, pair.to)),
    removed: [...missing],
  }
}
