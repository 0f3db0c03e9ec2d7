/** The screen's name, for the trail. */
export const section = 'Point Adjust'

/** The rows as they come, and below them the line of what they come to. */
export async function* withTotal<Row>(
  portions: AsyncIterable<readonly Row[]>,
  nothing: Row,
  add: (sum: Row, row: Row) => Row,
): AsyncGenerator<readonly Row[]> {
  let sum = nothing
  for await (const rows of portions) {
    sum = rows.reduce(add, sum)
    yield rows
  }
  yield [sum]
}
