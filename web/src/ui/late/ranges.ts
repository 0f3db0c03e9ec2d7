/** The ranges of days a calendar offers whole. Days are `YYYY-MM-DD`, business dates, reckoned in UTC. */

export type Days = [from: string, to: string]

/** What a range must keep to. */
interface RangeLimits {
  min?: string | undefined
  max?: string | undefined
  /** The longest range in days, both ends counted. */
  most?: number | undefined
}

const dayMs = 24 * 60 * 60 * 1000
/** A day by its parts, month from 0; a part beyond its end goes on in the next month or year. */
const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

function wholeRanges(today: string): [name: string, days: Days][] {
  const now = new Date(today)
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  // Weeks begin on Monday, as the calendar's do.
  const monday = date - ((now.getUTCDay() + 6) % 7)
  const yesterday = dayOf(year, month, date - 1)
  return [
    ['Today', [today, today]],
    ['Yesterday', [yesterday, yesterday]],
    ['This week', [dayOf(year, month, monday), dayOf(year, month, monday + 6)]],
    ['This month', [dayOf(year, month, 1), dayOf(year, month + 1, 0)]],
    ['Last month', [dayOf(year, month - 1, 1), dayOf(year, month, 0)]],
    ['This year', [dayOf(year, 0, 1), dayOf(year, 11, 31)]],
  ]
}

/** The ranges with their names, each cut to the limits; those that keep no day, or too many, are left out. */
export function rangesFor(
  today: string,
  { min, max, most = Number.POSITIVE_INFINITY }: RangeLimits = {},
): { name: string; days: Days }[] {
  return wholeRanges(today).flatMap(([name, [first, last]]) => {
    const from = min && min > first ? min : first
    const to = max && max < last ? max : last
    return from <= to && Date.parse(to) - Date.parse(from) < most * dayMs ? [{ name, days: [from, to] }] : []
  })
}
