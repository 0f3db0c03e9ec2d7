import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'

type Given = Readonly<Record<string, unknown>>

/** The names of columns in our code; those within JSON stay as they are. */
class Names extends CamelCasePlugin {
  of = (column: string) => this.camelCase(column)
  columnOf = (name: string) => this.snakeCase(name)
  /** The plugin itself looks every name up again for each row, which takes twice as long. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    return first ? { ...result, rows: result.rows.map(makerOf(fieldsOf(first))) } : result
  }
}
export const names = new Names({ maintainNestedObjectKeys: true })

/** The column, or the table, of a name in our code; and the name of a column or table there. */
export const columnOf = names.columnOf
export const keyOf = names.of

interface Field {
  column: string
  name: string
}

const fieldsOf = (row: Given): Field[] => Object.keys(row).map((column) => ({ column, name: names.of(column) }))

/** An object with these fields. Copying an object that has all fields is faster than setting them one by one. */
function makerOf(fields: readonly Field[], others: readonly string[] = []): (given: Given) => Record<string, unknown> {
  const blank = Object.fromEntries([...fields.map(({ name }) => name), ...others].map((name) => [name, null]))
  return (given) => {
    const made: Record<string, unknown> = { ...blank }
    for (const { column, name } of fields) made[name] = given[column]
    return made
  }
}

/**
 * Turns database rows, which all have the columns of the first, into the rows of our code: `class_date` becomes
 * `classDate`. Columns `member.id` and `member.ch_name` become `member: { _id, chName }`, null where its id is; cheaper
 * for both sides than JSON.
 */
export function shapeOf<Row>(first: Given = {}): (given: Given) => Row {
  const parts = Object.keys(first).map((column) => ({ column, path: names.of(column).split('.') }))
  const fields = parts.flatMap(({ column, path: [name = '', under] }) => (under ? [] : [{ column, name }]))
  const within = Map.groupBy(
    parts.filter(({ path }) => path.length > 1),
    ({ path: [name] }) => name ?? '',
  )
  const groups = [...within].map(([name, under]) => ({
    name,
    id: under.find(({ path }) => path[1] === 'id')?.column,
    make: makerOf(under.map(({ column, path: [, of = ''] }) => ({ column, name: of === 'id' ? '_id' : of }))),
  }))
  const make = makerOf(fields, [...within.keys()])
  return (given) => {
    const row = make(given)
    for (const group of groups)
      if (group.id === undefined || given[group.id] !== null) row[group.name] = group.make(given)
    return row as Row
  }
}

/** The rows of a query whose columns already have their final names. */
export function shaped<Row>(rows: Row[]): Row[] {
  const given = rows as Given[]
  return Object.keys(given[0] ?? {}).some((column) => column.includes('.')) ? given.map(shapeOf<Row>(given[0])) : rows
}
