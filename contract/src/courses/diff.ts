import { addDays, weekday } from './calendar.ts'

/** A class as it is compared: `id` as the database has it, times `HH:mm`. */
export interface Held {
  id: string
  date: string
  starts: string
  ends: string
}

/** What became of a year's classes. */
export interface Changes<C> {
  added: C[]
  moved: { from: C; to: C }[]
  changed: { from: C; to: C }[]
  removed: C[]
}

const weekOf = ({ date }: Held): string => addDays(date, -weekday(date))
const timeOf = ({ date, starts, ends }: Held): string => `${date} ${starts} ${ends}`

/**
 * The differences between the classes before and after. A class is first known by its id, then by its day and time,
 * then by its day, then by its week: what was planned anew on another day of the week has moved.
 */
export function changesBetween<C extends Held>(
  before: readonly C[],
  after: readonly C[],
  isSame: (from: C, to: C) => boolean,
): Changes<C> {
  const left = new Set(before)
  const come = new Set(after)
  const pairs: { from: C; to: C }[] = []
  for (const key of [({ id }: C) => id, timeOf, ({ date }: C) => date, weekOf]) {
    const byKey = Map.groupBy(come, key)
    for (const from of [...left]) {
      const to = byKey.get(key(from))?.shift()
      if (!to) continue
      left.delete(from)
      come.delete(to)
      pairs.push({ from, to })
    }
  }
  const isMoved = ({ from, to }: { from: C; to: C }) => timeOf(from) !== timeOf(to)
  return {
    added: [...come],
    moved: pairs.filter(isMoved),
    changed: pairs.filter((pair) => !isMoved(pair) && !isSame(pair.from, pair.to)),
    removed: [...left],
  }
}
