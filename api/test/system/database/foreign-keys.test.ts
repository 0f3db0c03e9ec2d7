import { lists } from '@academy/contract/lists/lists.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { tableOf } from '../../../src/lists/tables.ts'
import { uses } from '../../../src/lists/usage.ts'
import { modules } from '../../../src/modules.ts'
import { keyOf } from '../../../src/platform/data/index.ts'
import { privileges } from '../../../src/platform/data/privileges.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
afterAll(() => portal.close())

/**
 * Foreign keys without an index that starts with their columns and holds every row with a value in them. Keys to tables
 * that refuse deletion need none: nothing looks for the referring rows, and an index of a million rows slows each write.
 */
const withoutIndex = sql<{ key: string }>`
  select conrelid::regclass || ' ' || conname as key
  from pg_constraint as key
  where contype = 'f' and connamespace = 'public'::regnamespace
    and not exists (
      select from pg_trigger
      where tgrelid = confrelid and tgfoid = 'refuse_change'::regproc and tgtype & 8 = 8)
    and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid
        and (indpred is null or pg_get_expr(indpred, indrelid) = (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = conrelid and attnum = conkey[1] and cardinality(conkey) = 1))
        and conkey <@ (indkey::int2[])[0:cardinality(conkey) - 1])
  order by 1`

test('every foreign key has an index, unless what it refers to is never removed', async () => {
  const missing = await portal.rows(withoutIndex)
  expect(missing.map(({ key }) => key)).toEqual([])
})

/** Foreign keys that refuse a deletion. */
const refusing = sql<{ key: string; parent: string; table: string; column: string }>`
  select conname as key, confrelid::regclass::text as parent, conrelid::regclass::text as table, attname as column
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype = 'a'
  order by 1`

/** What is looked at before these are deleted, so that no key has to refuse it. */
const lookedAt: Readonly<Record<string, string>> = {
  class: 'one with attendance stays',
  member: 'the reasons against a deletion',
  userGroup: 'its users are counted',
  wallet: 'one with history stays',
}

test('a deletion that a foreign key refuses is explained in words, whatever the key', async () => {
  const said = new Set(modules.flatMap(({ conflicts }) => Object.keys(conflicts)))
  const listOf = new Map(lists.map(({ name }) => [tableOf(name), name]))
  const isSaid = (parent: string, table: string, column: string) =>
    (uses[listOf.get(parent) ?? ''] ?? []).some((use) => use.table === table && use.column === column)
  const keys = await portal.rows(refusing)
  const silent = keys.filter(({ key, parent, table, column }) => {
    const name = keyOf(parent) as keyof typeof privileges
    const isDeleted = privileges[name].some((privilege) => privilege === 'delete')
    return isDeleted && !(name in lookedAt) && !said.has(key) && !isSaid(name, table, column)
  })
  expect(silent.map(({ key }) => key)).toEqual([])
})
