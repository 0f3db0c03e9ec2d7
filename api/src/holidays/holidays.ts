import type { Tx } from '../platform/data/index.ts'

export { holidayPreset } from './preset.ts'

/** The holidays of these years, date to name; a disabled set counts as none. */
export async function holidaysOf(tx: Tx, ...years: number[]): Promise<Map<string, string>> {
  const sets = await tx
    .read()
    .selectFrom('holiday')
    .select('holiday')
    .where('year', 'in', years)
    .where('isDisable', '=', false)
    .execute()
  return new Map(sets.flatMap(({ holiday }) => holiday.map((entry) => [entry.date, entry.holidayName])))
}
