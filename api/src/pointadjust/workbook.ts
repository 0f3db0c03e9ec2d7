import type { Export } from '../platform/sheets/index.ts'

/** The screen's name in the audit trail. */
export const section = 'Point Adjust'

/** The rows and a bold line of totals below them; `add` returns a new sum. */
export function withTotal<Row>(
  portions: AsyncIterable<readonly Row[]>,
  nothing: Row,
  add: (sum: Row, row: Row) => Row,
): Pick<Export<Row>, 'rows' | 'isBold'> {
  let sum = nothing
  async function* rows() {
    for await (const portion of portions) {
      sum = portion.reduce(add, sum)
      yield portion
    }
    yield [sum]
  }
  return { rows: rows(), isBold: (row) => row === sum }
}
