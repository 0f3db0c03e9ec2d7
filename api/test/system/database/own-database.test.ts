/** What the portal finds where its database should be is its own, the same for both roles, or left as it is. */
import { expect, test } from 'vitest'
import { bringUpToDate } from '../../../src/platform/data/index.ts'
import { emptyDatabase } from '../../support/books/books.ts'
import { onServer } from '../../support/platform/database.ts'

test('a database of another program is refused, and stays as it is', async () => {
  const { url, ownerUrl, drop } = await emptyDatabase()
  try {
    await onServer(ownerUrl, 'create table orders (id int)', 'grant select on orders to public')
    await expect(bringUpToDate({ owner: ownerUrl, portal: url })).rejects.toThrow(
      /^The database \w+ holds tables of another program \(orders\)/,
    )
    const there = `select relname as name, relacl::text as may from pg_class where relnamespace = 'public'::regnamespace`
    expect(await onServer(ownerUrl, there)).toEqual([{ name: 'orders', may: expect.stringContaining(',=r/') }])
    // A program may keep its migrations as the portal does.
    await onServer(
      ownerUrl,
      'create table kysely_migration (name text, timestamp text)',
      `insert into kysely_migration values ('2024-orders', '')`,
    )
    await expect(bringUpToDate({ owner: ownerUrl, portal: url })).rejects.toThrow('tables of another program (orders)')
  } finally {
    await drop()
  }
})

test('an owner of another database, or a portal that is not let in, is told before anything is changed', async () => {
  const [one, other] = [await emptyDatabase(), await emptyDatabase()]
  try {
    await expect(bringUpToDate({ owner: one.ownerUrl, portal: other.url })).rejects.toThrow(
      /^DATABASE_OWNER_URL \([^)]+\) leads to another database than the portal's/,
    )
    const wrong = new URL(one.url)
    wrong.password = 'wrong'
    wrong.username = 'nobody_of_this_name'
    await expect(bringUpToDate({ owner: one.ownerUrl, portal: wrong.href })).rejects.toThrow('cannot be opened: ')
    for (const { ownerUrl } of [one, other])
      expect(await onServer(ownerUrl, `select to_regclass('member')::text as found`)).toEqual([{ found: null }])
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})
