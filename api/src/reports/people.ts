import { type RawBuilder, sql } from 'kysely'

/** `{ _id, name, chName }` of a member, by the name its table goes by. */
export const memberAs = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`json_build_object('_id', ${of('id')}, 'name', ${of('name')}, 'chName', ${of('ch_name')})`
}

/** `{ _id, <label> }` of a joined entry, null where there is none. */
export const entryAs = (table: string, column: string, label: string): RawBuilder<unknown> => {
  const id = sql.ref(`${table}.id`)
  return sql`case when ${id} is not null
    then json_build_object('_id', ${id}, ${sql.lit(label)}::text, ${sql.ref(`${table}.${column}`)}) end`
}

/** Columns of a table as those of a field: `partOf('centre', 'centre', 'id', 'description')` is `{ _id, description }`. */
export const partOf = (field: string, table: string, ...columns: string[]) =>
  sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)} as ${sql.id(`${field}.${column}`)}`))

/** A member as the field of a row: `{ _id, name, chName }`. */
export const memberPart = (field: string, table = field) => partOf(field, table, 'id', 'name', 'ch_name')

const named = (column: string) =>
  sql`unnest(${sql.ref(column)}) with ordinality as named (id, place) join coach on coach.id = named.id`
const asEntries = sql`coalesce(json_agg(json_build_object('_id', coach.id, 'name', coach.name) order by place), '[]')`

/** `[{ _id, name }]` of the coaches of an array column, in its order. */
export const coachesOf = (column: string) => sql`(select ${asEntries} from ${named(column)})`

/**
 * The same for many rows, as `<alias>.coaches`: there are few such arrays, and what is joined like this is reckoned once
 * for each of them and not for each row.
 */
export const coachesJoined = (column: string, alias: string) =>
  sql`left join lateral (select ${asEntries} as coaches from ${named(column)}) ${sql.table(alias)} on true`

/** Their names with commas, null where there are none. */
export const coachNamesJoined = (column: string, alias: string) => sql`
  left join lateral (select string_agg(coach.name, ', ' order by place) as coaches from ${named(column)})
    ${sql.table(alias)} on true`
