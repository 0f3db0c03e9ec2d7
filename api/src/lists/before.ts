import { formatWithoutNumber, numberIssued } from '@academy/contract/lists/document-formats.ts'
import type { HolidayEntry } from '@academy/contract/lists/holidays.ts'
import { holidayEntry, outsideYear } from '@academy/contract/lists/holidays.ts'
import { numberTypes } from '@academy/contract/lists/numbers.ts'
import { z } from 'zod'
import { issuedAbove } from '../numbers/numbers.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, type Detail, invalid } from '../platform/http/index.ts'

/** Looks at a whole entry before it is stored, refuses it, or puts it in order. */
type Values = Record<string, unknown>
type Before = (tx: Tx, entry: Values, was: Values | undefined) => Values | Promise<Values>

const holidaySet = z.object({ year: z.number(), holiday: z.array(holidayEntry).default([]) })
const documentFormat = z.object({ type: z.enum(numberTypes), format: z.string(), running_no: z.number() })
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

/** The oddities: what a list wants beyond its fields' own rules. */
export const before: Record<string, Before> = {
  holiday(tx, entry, was) {
    const { year, holiday } = holidaySet.parse(entry)
    const thisYear = Number(tx.today.slice(0, 4))
    const [first, last] = [thisYear - yearsAround, thisYear + yearsAround]
    if (year !== was?.year && (year < first || year > last))
      throw invalid([{ path: 'year', message: `Year must be from ${first} to ${last}` }])
    const problems = holidayProblems(year, holiday)
    if (problems.length > 0) throw invalid(problems)
    return { ...entry, holiday: holiday.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }
  },
  async 'doc-num-format'(tx, entry, was) {
    const format = documentFormat.parse(entry)
    if (!/\{0+\}/.test(format.format)) throw invalid([{ path: 'format', message: formatWithoutNumber }])
    const isMoved = format.format !== was?.format || format.running_no !== was?.running_no
    if (isMoved && (await issuedAbove(tx, format)))
      throw conflict(numberIssued, [{ path: 'running_no', message: numberIssued }])
    return entry
  },
}
