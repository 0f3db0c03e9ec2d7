import type { Permission } from '@academy/contract/platform/permission.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Schema, Tx } from '../platform/data/index.ts'
import type { Column } from '../platform/sheets/index.ts'
import type { Row } from './columns.ts'

/** One table in a family's archive. Every column is in it but those under `without`, so that a new one is. */
export interface Kind {
  table: keyof Schema
  /** The name of its workbook, and of its rows in `family.json`. */
  name: string
  /** What it is, for the README. */
  words: string
  /** Left out for who lacks it: the archive shows nobody more than the screens do. */
  may?: Permission
  rows(tx: Tx, ids: readonly string[]): RawBuilder<Row>
  /** Columns of the table that are not in the archive, and why. */
  without?: Readonly<Record<string, string>>
  /** Of the workbook; a kind without any is in `family.json` alone. */
  columns: readonly Column<Row>[]
}

interface Query {
  table: string
  /** Names the member; `member` unless said. */
  column?: string
  more?: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  where?: RawBuilder<unknown>
  order: string
}

/** The rows of a table about these members, with their names. */
export function about(ids: readonly string[], { table, column = 'member', more, joins, where, order }: Query) {
  const member = sql.ref(`${table}.${column}`)
  return sql<Row>`select ${sql.table(table)}.*, person.name as member_name, person.ch_name as member_ch_name ${more ?? sql``}
    from ${sql.table(table)} join member person on person.id = ${member} ${joins ?? sql``}
    where ${member} = any(${ids}::uuid[]) and ${where ?? sql`true`} order by ${sql.raw(order)}`
}

/** Why columns are left out. */
export const counted = { rowVersion: 'it counts changes' }
export const linkSecret = 'the secret of a link'
