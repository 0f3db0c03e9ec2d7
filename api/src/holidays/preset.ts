import { type HolidayEntry, hasPreset, type PresetYear } from '@academy/contract/holidays/holidays.ts'
import { stateCodes, states } from '@academy/contract/lists/states.ts'
import { in2026, in2027, type PresetDay } from './preset-days.ts'

const years: Record<PresetYear, { days: readonly PresetDay[]; provisional: boolean }> = {
  2026: { days: in2026, provisional: false },
  2027: { days: in2027, provisional: true },
}

/** Number of states from which a holiday is in the preset without a state. Excludes Thaipusam (7-8) and Nuzul Al-Quran (10). */
const minStates = 11

/**
 * Malaysia's public holidays of a year as a starting point to edit: those of a state, or without one those of most states.
 * One entry a day, in order; undefined for an unknown year or state.
 */
export function holidayPreset(year: number, state?: string): HolidayEntry[] | undefined {
  if (!hasPreset(year) || (state !== undefined && !states.some((known) => known === state))) return undefined
  const names = new Map<string, string[]>()
  for (const day of years[year].days) {
    const observing = statesOf(day)
    if (state === undefined ? observing.length < minStates : !observing.includes(state)) continue
    names.set(day.date, [...(names.get(day.date) ?? []), day.name])
  }
  return [...names].map(([date, holidayNames]) => ({ holidayName: holidayNames.join(' / '), date }))
}

/** Whether the dates of that year may still change. */
export function isProvisional(year: number): boolean {
  return hasPreset(year) && years[year].provisional
}

function statesOf(day: PresetDay): readonly string[] {
  const named = (list = '') =>
    list.split(' ').map((code) => Object.entries(stateCodes).find(([key]) => key === code)?.[1])
  if (day.in !== undefined) return named(day.in).filter((name) => name !== undefined)
  return states.filter((name) => !named(day.except).some((other) => other === name))
}
