import type { Field } from '@academy/contract/platform/field.ts'
import { type Entry, hasPicture, type List } from '@academy/contract/platform/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyCase, keyOf, maybeEmpty, type Sortable, type Tx } from '../platform/data/index.ts'
import { pictureLink, thumbnailLink } from '../platform/files/index.ts'
import { type EntryRow, tableOf } from './tables.ts'

/** A row with each reference also resolved to its id and label. */
export interface StoredEntry extends EntryRow {
  references: Record<string, Record<string, string> | null>
}

const listNamed = (lists: readonly List[], name: string | undefined): List => {
  const list = lists.find((each) => each.name === name)
  if (!list) throw new Error(`There is no list ${name}`)
  return list
}

/** A query of a list's rows as `entry`, with their references. */
export function entriesOf(tx: Tx, list: List, lists: readonly List[]) {
  const references = Object.entries(list.fields).flatMap(([key, field]) => {
    if (field.kind !== 'reference') return []
    const target = listNamed(lists, field.resource)
    return [
      sql`${sql.lit(key)}::text`,
      sql`(select jsonb_build_object('_id', target.id, ${sql.lit(target.label)}::text, ${sql.ref(`target.${target.label}`)})
        from ${sql.table(tableOf(target.name))} as target where target.id = ${sql.ref(`entry.${key}`)})`,
    ]
  })
  return tx
    .read()
    .selectFrom(sql<EntryRow>`${sql.table(tableOf(list.name))}`.as('entry'))
    .selectAll('entry')
    .select(sql`jsonb_build_object(${sql.join(references)})`.as('references'))
    .$castTo<StoredEntry>()
}

/** The sortable fields of a list; references sort by their label. */
export function sortableOf(list: List, lists: readonly List[]): Sortable {
  const columnIn = (key: string, field: Field): string | RawBuilder<unknown> => {
    if (field.kind === 'integer' || field.kind === 'date') return `entry.${key}`
    if (field.kind !== 'reference') return anyCase(`entry.${key}`)
    const target = listNamed(lists, field.resource)
    return sql`(select lower(${sql.ref(`target.${target.label}`)}) from ${sql.table(tableOf(target.name))} as target
      where target.id = ${sql.ref(`entry.${key}`)})`
  }
  const own = Object.entries(list.fields).map(([key, field]): [string, Sortable[string]] => {
    const column = columnIn(key, field)
    return [key, field.required ? column : maybeEmpty(column)]
  })
  const counter = list.counter ? [list.counter.key] : []
  const shared = [...counter, 'isDisable', 'createdAt', 'updatedAt'].map((key) => [key, `entry.${key}`])
  return Object.fromEntries([...own, ...shared])
}

/** An entry for clients. */
export function wireOf(tx: Tx, list: List, row: StoredEntry): Entry {
  const key = row.picture ?? null
  const fields = Object.entries(list.fields).map(([name, field]) => {
    if (field.kind === 'picture') return [name, pictureLink(tx, key)]
    // Some fields have an underscore on the wire.
    return [name, (field.kind === 'reference' ? row.references[name] : row[keyOf(name)]) ?? null]
  })
  return {
    _id: row.id,
    ...Object.fromEntries(fields),
    ...(hasPicture(list) ? { pictureDIR: pictureLink(tx, key), thumbnail: thumbnailLink(tx, key) } : {}),
    ...(list.counter ? { [list.counter.key]: row[list.counter.key] } : {}),
    isDisable: row.isDisable,
    is_protected: row.isProtected,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** An entry for the audit trail: labels instead of ids. */
export function auditValuesOf(list: List, row: StoredEntry): Record<string, unknown> {
  const fields = Object.entries(list.fields).map(([name, field]) => {
    const target = field.kind === 'reference' ? row.references[name] : undefined
    const label = target && Object.entries(target).find(([key]) => key !== '_id')?.[1]
    return [name, label ?? row[keyOf(name)] ?? null]
  })
  return { ...Object.fromEntries(fields), isDisable: row.isDisable }
}

/** `Belt Color Red`, for messages and the audit trail. */
export const nameOf = (list: List, row: Record<string, unknown>): string => `${list.title} ${row[list.label]}`
