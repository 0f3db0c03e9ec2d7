import { displayDate } from '@academy/contract/courses/calendar.ts'
import { withMinus } from '@academy/contract/platform/figures.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import {
  type Cell,
  cellOf,
  columnsOf,
  type DateRange,
  type Report,
  type ReportColumn,
  summaryOf,
} from '@academy/contract/reports/report.ts'
import { reports } from '@academy/contract/reports/reports.ts'
import { formatRinggit, sen } from '@academy/contract/wallet/rules.ts'
import { afterAll, expect, test } from 'vitest'
import { nameOf, routes } from '../../test/support/calls/endpoints.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import type { Client } from '../../test/support/portal.ts'
import { attendanceFigures } from '../../test/support/reports/attendance-figures.ts'
import { creditAndClassFigures } from '../../test/support/reports/credit-and-class-figures.ts'
import type { Figures } from '../../test/support/reports/figures.ts'
import { openMonth } from '../../test/support/reports/month.ts'
import { openedInOffice } from '../../test/support/reports/office.ts'
import { ownerFigures } from '../../test/support/reports/owner-figures.ts'
import { paymentAndMemberFigures } from '../../test/support/reports/payment-and-member-figures.ts'
import { reconciliationFigures } from '../../test/support/reports/reconciliation-figures.ts'

const figures = [
  ...attendanceFigures,
  ...paymentAndMemberFigures,
  ...creditAndClassFigures,
  ...reconciliationFigures,
  ...ownerFigures,
]
const cases = figures.map((one): [string, Figures] => [one.name, one])

const { portal, month, clerk } = await openMonth()
afterAll(() => portal.close())

test('every report that the contract declares is answered, as a page, a workbook and a PDF', () => {
  const bound = new Set(routes.map(nameOf))
  const declared = reports.flatMap(({ routes: { view, excel, pdf } }) => [view, excel, pdf].map(nameOf))
  const unbound = declared.filter((name) => !bound.has(name))
  expect(unbound, 'write the module of each into api/src/reports/routes.ts').toEqual([])
})

test('every report has a case of hand-reckoned figures', () => {
  const reckoned = new Set(figures.map(({ report }) => report.name))
  const names = reports.map(({ report }) => report.name)
  const missing = names.filter((name) => !reckoned.has(name))
  expect(missing, 'write a case for each into api/test/support/reports/*figures.ts').toEqual([])
})

/** A cell as its reader sees it. */
function seen(kind: ReportColumn['kind'], cell: Cell): string {
  if (cell === null) return ''
  if (kind === 'money') return formatRinggit(sen(String(cell)))
  if (kind === 'day' && typeof cell === 'string') return displayDate(cell)
  return typeof cell === 'number' ? cell.toLocaleString('en-MY') : cell
}
const seenIn = (columns: readonly ReportColumn[], row: unknown) =>
  columns.map((column) => seen(column.kind, cellOf(column, row)))

/** The readers: one of all centres, and one restricted to some. */
async function readerOf({ centres }: Figures): Promise<Client> {
  return centres ? portal.as(allPermissions(), { centres: centres(month) }) : clerk
}

const address = ({ report, query }: Figures, file: '' | '/generate/excel' | '/generate/pdf') =>
  `/report/${report.name}${file}?${query(month)}`

const dateRangeIn = ({ startDate = '', endDate = '' }: Partial<DateRange>): DateRange => ({ startDate, endDate })

test.each(cases)('the screen of %s', async (_, one) => {
  const { report, rows, total, notes } = one
  const answer = await (await readerOf(one)).get(`${address(one, '')}&limit=1000`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { items, ...totals } = answer.json()
  const columns = columnsOf(report, dateRangeIn(totals))
  expect(items.map((row: unknown) => seenIn(columns, row))).toEqual(rows.map(({ cells }) => cells))
  const { details } = report
  if (details?.only !== 'files' && details)
    expect(items.map((row: unknown) => details.of(row).map((each) => seenIn(details.columns, each)))).toEqual(
      rows.map(({ under = [] }) => under),
    )
  const sums = columns.map((column) => seen(column.kind, column.total?.(totals) ?? null))
  expect(sums).toEqual(total ? ['', ...total.slice(1)] : columns.map(() => ''))
  expect(totals.total).toBe(rows.length)
  expect(totals.computedAt).toBe('2026-11-20T04:00:00.000Z')
  expect(summaryOf(report, totals)).toEqual(notes.slice(0, -1).filter((note) => !note.startsWith('Only of')))
})

test.each(cases)('the pages of %s are its rows in their order, and every page has all totals', async (_, one) => {
  const reader = await readerOf(one)
  const whole = (await reader.get(`${address(one, '')}&limit=1000`)).json()
  const found: unknown[] = []
  const size = Math.ceil(whole.total / 3) || 1
  for (let offset = 0; offset < whole.total; offset += size) {
    const { items, ...totals } = (await reader.get(`${address(one, '')}&limit=${size}&offset=${offset}`)).json()
    found.push(...items)
    expect({ ...totals, items: whole.items }).toEqual(whole)
  }
  expect(found).toEqual(whole.items)
  const beyond = (await reader.get(`${address(one, '')}&offset=1000`)).json()
  expect({ ...beyond, items: whole.items }).toEqual(whole)
})

const headings = ({ columns, details }: Report, dateRange: DateRange) => [
  ...(typeof columns === 'function' ? columns(dateRange) : columns),
  ...(details?.columns ?? []),
]
const trimmed = (line: readonly string[]) => line.slice(0, line.findLastIndex((cell) => cell !== '') + 1)

/** All lines of a workbook: details have their columns at the right, and the row's name at the left. */
function sheetLines({ report, rows, total, about, notes }: Figures, dateRange: DateRange): string[][] {
  const own = columnsOf(report, dateRange).length
  const under = (name = '', line: readonly string[]) => [name, ...Array.from({ length: own - 1 }, () => ''), ...line]
  return [
    headings(report, dateRange).map(({ title }) => title),
    ...rows.flatMap(({ cells, under: below = [] }) => [cells, ...below.map((line) => under(cells[0], line))]),
    ...(total ? [total] : []),
    ...[...(about ? [about] : []), ...notes].map((note) => [note]),
  ].map(trimmed)
}

test('LibreOffice reads every workbook with the same figures', async () => {
  const books: Buffer[] = []
  for (const one of figures) {
    const answer = await (await readerOf(one)).get(address(one, '/generate/excel'))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`filename="${one.report.file}"`)
    books.push(answer.rawPayload)
  }
  const read = await openedInOffice(books)
  for (const [index, one] of figures.entries()) {
    const dateRange = (await clerk.get(address(one, ''))).json()
    expect(read[index], one.name).toEqual(sheetLines(one, dateRangeIn(dateRange)))
  }
})

test.each(cases)('the PDF of %s', async (_, one) => {
  const answer = await (await readerOf(one)).get(address(one, '/generate/pdf'))
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-disposition']).toContain(`filename="${one.report.file.replace('.xlsx', '.pdf')}"`)
  const text = (await pdfPages(answer.rawPayload)).join(' ')
  const { report, rows, total, notes } = one
  // White space is ignored, since long names are broken into lines.
  const plain = (words: string) => words.replace(/\s/g, '')
  let from = 0
  for (const line of [
    ...[...rows.flatMap(({ cells, under = [] }) => [cells, ...under]), ...(total ? [total] : [])].map((cells) =>
      cells.map(withMinus),
    ),
    ...notes.map((note) => [note]),
  ]) {
    const at = plain(text).indexOf(plain(line.join('')), from)
    expect(at, `${line.join(' ')} in ${text}`).toBeGreaterThan(-1)
    from = at
  }
  expect(text).toContain(report.title)
  expect(plain(text)).toContain(plain(one.about ?? ''))
  if (one.centres) expect(text).not.toContain('Cheras')
})
