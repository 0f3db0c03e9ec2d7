import { maySeeSensitive, type Told } from '@academy/contract/platform/sensitive.ts'
import type { Tx } from '../data/tx.ts'
import type { Call } from '../http/call.ts'
import type { Caller } from '../http/caller.ts'
import { type FileEndpoint, streamed } from './streamed.ts'
import { type Column, workbook } from './xlsx-write.ts'

/** A table to export as a workbook. */
export interface Export<Row> {
  /** File name with its extension. */
  file: string
  sheet: string
  columns: readonly Column<Row>[]
  /** Read with `tx.portions`, so that memory use does not grow with the rows. */
  rows: AsyncIterable<readonly Row[]>
  /** The screen's name in the audit trail. */
  section: string
  /** Rows in bold, such as totals. */
  isBold?: (row: Row) => boolean
  /** Total rows, where cheap to count: shown as progress. */
  expected?: number
  /** Rows for the audit trail, where lines below them make `expected` unknown. */
  counted?: number
}

/**
 * Answers an endpoint with a workbook, as `streamed` does with any file:
 *
 *   exportExcel: exported((tx, { query }) => ({ file: 'A.xlsx', sheet: 'A', columns, rows: tx.portions(...), section }))
 */
export const exported = <R extends FileEndpoint, Row>(
  declare: (tx: Tx, call: Call<R>) => Export<Row> | Promise<Export<Row>>,
) =>
  streamed<R, readonly Row[]>(async (tx, call) => {
    const { file, sheet, columns, rows, section, isBold, expected, counted = expected } = await declare(tx, call)
    const tally = tallied(columnsFor(tx.by, columns))
    const told = Promise.withResolvers<Told>()
    return {
      name: file,
      section,
      rows: counted,
      expected,
      items: rows,
      rowsIn: ({ length }) => length,
      content: (items) => workbook(sheet, tally.columns, items, isBold),
      tells: told.promise,
      onEnd: () => told.resolve(tally.told()),
    }
  })

/** The columns that the caller may see. */
const columnsFor = <Row>(by: Caller, columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  by.can(maySeeSensitive) ? columns : columns.filter((column) => !column.isSensitive)

/** The same columns, which count the rows that hold something sensitive while they are written. */
function tallied<Row>(columns: readonly Column<Row>[]) {
  const fields = new Set<string>()
  let last: Row | undefined
  let count = 0
  const counting = (column: Column<Row>): Column<Row> => ({
    ...column,
    value(row) {
      const value = column.value(row)
      if (value === null || value === '') return value
      fields.add(column.header)
      if (row !== last) count++
      last = row
      return value
    },
  })
  return {
    columns: columns.map((column) => (column.isSensitive ? counting(column) : column)),
    told: (): Told => ({ fields: [...fields], members: [], count }),
  }
}
