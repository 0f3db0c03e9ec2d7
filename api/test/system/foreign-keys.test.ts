import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../support/portal.ts'

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
  const missing = await portal.run((tx) => tx.query(withoutIndex))
  expect(missing.map(({ key }) => key)).toEqual([])
})
