import { type HolidayEntry, outsideYear } from '@academy/contract/holidays/holidays.ts'

/** A row of the form; either half may be missing. */
interface DraftEntry {
  holidayName?: string | null
  date?: string | null
}

const isDraft = (value: unknown): value is DraftEntry => typeof value === 'object' && value !== null

/** The rows in form values or in an entry; anything else is an empty list. */
export const entriesOf = (value: unknown): DraftEntry[] => (Array.isArray(value) ? value.filter(isDraft) : [])

/** Sorted by date; rows without one last. */
export const sortedEntries = <Row extends DraftEntry>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.date ?? '9').localeCompare(b.date ?? '9'))

/** What is wrong with a holiday's date within its set. */
export function dateProblem(date: unknown, year: unknown, rows: unknown): string | undefined {
  if (typeof date !== 'string') return undefined
  if (typeof year === 'number' && !date.startsWith(`${year}-`)) return outsideYear(year)
  const sameDate = entriesOf(rows).filter((row) => row.date === date)
  return sameDate.length > 1 ? 'Another holiday has this date' : undefined
}

const isBlank = ({ holidayName, date }: DraftEntry) => !holidayName && !date

/** The rows plus the preset's missing days, sorted. Blank rows are dropped. */
export function withPreset(rows: readonly DraftEntry[], preset: readonly HolidayEntry[]) {
  const rowsWithText = rows.filter((row) => !isBlank(row))
  const known = new Set(rowsWithText.map((row) => row.date))
  const added = preset.filter(({ date }) => !known.has(date))
  return {
    rows: sortedEntries<DraftEntry>([...rowsWithText, ...added]),
    added: added.length,
    known: preset.length - added.length,
  }
}
