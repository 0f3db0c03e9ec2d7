import type { Tx } from '../platform/data/index.ts'

export { holidayPreset } from './preset.ts'

/** The holidays of a year, date to name; a disabled set counts as none. */
export async function holidaysOf(tx: Tx, year: number): Promise<Map<string, string>> {
  const set = await tx
    .read()
    .selectFrom('holiday')
    .select('holiday')
    .where('year', '=', year)
    .where('isDisable', '=', false)
    .executeTakeFirst()
  return new Map(set?.holiday.map((entry) => [entry.date, entry.holidayName]))
}
