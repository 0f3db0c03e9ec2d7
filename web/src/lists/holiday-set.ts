import { type HolidayEntry, outsideYear } from '@academy/contract/lists/holidays.ts'

/** A row of the form: either half may still be missing. */
export interface DraftEntry {
  holidayName?: string | null
  date?: string | null
}

const isDraft = (value: unknown): value is DraftEntry => typeof value === 'object' && value !== null

/** The rows among form values or a wire's entry; anything else is none. */
export const entriesIn = (value: unknown): DraftEntry[] => (Array.isArray(value) ? value.filter(isDraft) : [])

/** In the order of their dates; rows without one last. */
export const sortedEntries = <Row extends DraftEntry>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.date ?? '9').localeCompare(b.date ?? '9'))

/** What is wrong with a holiday's date among those of its set. */
export function dateProblem(date: unknown, year: unknown, rows: unknown): string | undefined {
  if (typeof date !== 'string') return undefined
  if (typeof year === 'number' && !date.startsWith(`${year}-`)) return outsideYear(year)
  const same = entriesIn(rows).filter((row) => row.date === date)
  return same.length > 1 ? 'Another holiday has this date' : undefined
}

const isBlank = ({ holidayName, date }: DraftEntry) => !holidayName && !date

/** The rows with the preset's days that were not among them yet, in order. Rows without a word are dropped. */
export function withPreset(rows: readonly DraftEntry[], preset: readonly HolidayEntry[]) {
  const kept = rows.filter((row) => !isBlank(row))
  const known = new Set(kept.map((row) => row.date))
  const added = preset.filter(({ date }) => !known.has(date))
  return {
    rows: sortedEntries<DraftEntry>([...kept, ...added]),
    added: added.length,
    known: preset.length - added.length,
  }
}
