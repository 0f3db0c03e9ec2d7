/** Columns of the workbooks in a family's archive. */
import { type RawBuilder, sql } from 'kysely'
import { shownInstant } from '../platform/runtime/index.ts'
import type { Column } from '../platform/sheets/index.ts'

/** A row as the database has it, with names beside the ids. */
export type Row = Readonly<Record<string, unknown>>

const shown = (value: unknown): string | number | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}

const column =
  (kind: Column<Row>['kind'], usual: number) =>
  (header: string, field: string, width = usual): Column<Row> => ({
    header,
    kind,
    width,
    value: (row) => shown(row[field]),
  })

export const text = column('text', 20)
export const day = column('day', 13)
export const whole = column('integer', 12)
export const money = column('money', 12)

/** A value by the words that people have for it. */
export const inWords = (header: string, field: string, words: Readonly<Record<string, string>>): Column<Row> => ({
  header,
  kind: 'text',
  width: 20,
  value: (row) => {
    const value = shown(row[field])
    return words[String(value)] ?? value
  },
})

/** An instant as the academy's clock shows it. */
export const instant = (header: string, field: string): Column<Row> => ({
  header,
  kind: 'text',
  width: 17,
  value: (row) => {
    const at = row[field]
    return typeof at === 'string' ? shownInstant(at) : null
  },
})

/** Whom a row is about. */
export const person = [text('Name', 'memberName', 26), text('Chinese Name', 'memberChName', 14)]

/** Whether it is so; No is left empty. */
export const flag = (header: string, field: string): Column<Row> => ({
  header,
  kind: 'text',
  width: 11,
  value: (row) => (row[field] === true ? 'Yes' : null),
})

/** One side of an audit record as text. Other main members of a child are no matter of this family. */
export const changes = (side: RawBuilder<unknown>) => sql`(
  select string_agg((change ->> 'field') || ': ' || (change ->> 'item'), E'\n' order by place)
  from jsonb_array_elements(${side}) with ordinality as each (change, place)
  where change ->> 'field' not in ('mainIDs', 'parents', 'holds'))`
