import { type HolidayEntry, holidayEntry, outsideYear } from '@academy/contract/holidays/holidays.ts'
import { z } from 'zod'
import type { EntryRule } from '../lists/lists.ts'
import { type Detail, invalid } from '../platform/http/index.ts'

const holidaySet = z.object({ year: z.number(), holiday: z.array(holidayEntry).default([]) })
const yearsAround = 50

function holidayProblems(year: number, entries: readonly HolidayEntry[]): Detail[] {
  const seen = new Set<string>()
  return entries.flatMap(({ date }, index) => {
    const path = `holiday.${index}.date`
    const isRepeated = seen.has(date)
    seen.add(date)
    if (!date.startsWith(`${year}-`)) return [{ path, message: outsideYear(year) }]
    return isRepeated ? [{ path, message: 'Another holiday has this date' }] : []
  })
}

/** Checks the year and that its days lie in it, each once; sorts the days. */
export const holidayRule: EntryRule = (tx, entry, was) => {
  const { year, holiday } = holidaySet.parse(entry)
  const thisYear = Number(tx.today.slice(0, 4))
  const [first, last] = [thisYear - yearsAround, thisYear + yearsAround]
  if (year !== was?.year && (year < first || year > last))
    throw invalid([{ path: 'year', message: `Year must be from ${first} to ${last}` }])
  const problems = holidayProblems(year, holiday)
  if (problems.length > 0) throw invalid(problems)
  return { ...entry, holiday: holiday.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }
}
