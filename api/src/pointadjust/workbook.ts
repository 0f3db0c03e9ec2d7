import type { Export } from '../platform/sheets/index.ts'

/** The screen's name, for the trail. */
export const section = 'Point Adjust'

/** The rows as they come, and below them, standing out, the line of what they come to; `add` answers a new sum. */
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
