import { grouped } from '@academy/contract/platform/figures.ts'

/** How a figure changed, in whole percent of what it was; undefined where it stayed, or was nothing before. */
export function changeOf(now: number, before: number): { isUp: boolean; text: string } | undefined {
  if (now === before || before === 0) return undefined
  const percent = Math.abs(Math.round((100 * (now - before)) / before))
  return { isUp: now > before, text: percent === 0 ? 'under 1%' : `${grouped(percent)}%` }
}
