import { daysBetween } from '@academy/contract/courses/calendar.ts'
import type { MemberOverview } from '@academy/contract/members/overview.ts'

export const width = 600
export const height = 80
/** Keeps the line's own thickness inside. */
const edge = 2

/** The paths of a balance that keeps its height until the day on which it moves; nothing is at the bottom, unless the wallet owes. */
export function curveOf({ startDate, before, days }: NonNullable<MemberOverview['months']>, today: string) {
  const balances = [before, ...days.map(({ balance }) => balance)]
  const lowest = Math.min(...balances)
  const highest = Math.max(...balances)
  const bottom = Math.min(0, lowest)
  const room = Math.max(1, highest - bottom)
  const span = Math.max(1, daysBetween(startDate, today))
  const x = (date: string) => Math.round((width * Math.min(span, daysBetween(startDate, date))) / span)
  const y = (balance: number) => Math.round(height - edge - ((height - 2 * edge) * (balance - bottom)) / room)
  const steps = days.map(({ date, balance }) => `H${x(date)}V${y(balance)}`).join('')
  const line = `M0 ${y(before)}${steps}H${width}`
  return { line, area: `${line}V${height}H0Z`, lowest, highest }
}
