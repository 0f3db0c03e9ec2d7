import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, rawHandle } from '../../../src/platform/data/database/database-handle.ts'
import { onServer } from '../../support/platform/database.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
/** Through a pooler a begin is sent alone. */
const direct = openDatabase(portal.databaseUrl, { connections: 1 })
afterAll(() => Promise.all([direct.close(), portal.close()]))

const { database } = portal.portal
/** More than there are connections, so that each of them is lent again. */
const often = Array.from({ length: 40 }, (_, n) => n)
const one = (number: number) => sql<{ number: number }>`select ${number}::int as number`
const insertBelt = (name: string) =>
  sql`insert into belt (id, belt_color, created_at, updated_at) values (gen_random_uuid(), ${name}, now(), now())`
const belts = sql<{ beltColor: string }>`select belt_color from belt`

/** What the portal's connections are at. */
const open = () =>
  onServer(
    portal.databaseUrl,
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )

test('each statement of many reading transactions at once is answered with its own rows', async () => {
  const read = (n: number) =>
    database.moment(async (reads) => [...(await reads.query(one(n))), ...(await reads.query(one(n + 100)))])
  expect(await Promise.all(often.map(read))).toEqual(often.map((n) => [{ number: n }, { number: n + 100 }]))
  await expect.poll(open).toEqual([])
})

test('what is read is of one moment, from the first statement to the last', async () => {
  const seen = await database.moment(async (reads) => {
    const before = await reads.query(belts)
    await insertBelt('Seen by nobody yet').execute(portal.handle)
    return [before, await reads.query(belts)]
  })
  expect(seen[1]).toEqual(seen[0])
  expect(await database.query(belts)).toHaveLength((seen[0] ?? []).length + 1)
})

test('a transaction that reads nothing, or whose first or second statement fails, leaves its connection as good as before', async () => {
  const fails = (first: boolean) =>
    database.moment(async (reads) => {
      if (!first) await reads.query(one(1))
      await reads.query(sql`select 1 / 0 as number`)
    })
  for (const n of often) {
    await database.moment(async () => {})
    await expect(fails(n % 2 === 0)).rejects.toThrow('division by zero')
    expect(await database.moment((reads) => reads.query(one(n)))).toEqual([{ number: n }])
  }
  await expect.poll(open).toEqual([])
})

test('a write is refused, as the first statement of a reading transaction too', async () => {
  const before = await database.query(belts)
  const written = rawHandle(database)
    .transaction()
    .setAccessMode('read only')
    .execute((db) => insertBelt('Of a reader').execute(db))
  await expect(written).rejects.toThrow('read-only transaction')
  expect(await database.query(belts)).toEqual(before)
})

test('a begin that fails fails the statement behind it', async () => {
  await rawHandle(direct)
    .connection()
    .execute(async (connection) => {
      await sql.raw('start transaction isolation level none read only').execute(connection)
      await expect(one(1).execute(connection)).rejects.toThrow('syntax error')
      await sql.raw('rollback').execute(connection)
      expect((await one(2).execute(connection)).rows).toEqual([{ number: 2 }])
    })
})

test('behind a begin that fails nothing is written, and nothing that comes after it', async () => {
  const before = await database.query(belts)
  for (const isLockFirst of [true, false])
    await rawHandle(direct)
      .connection()
      .execute(async (connection) => {
        await sql.raw('start transaction isolation level none read write').execute(connection)
        const begun = isLockFirst
          ? connection.executeQuery(sql`select * from (select 1 as number for update) as answer`.compile(connection))
          : insertBelt('Behind a begin that failed').execute(connection)
        await expect(begun).rejects.toThrow('syntax error')
        await expect(insertBelt('Outside of a transaction').execute(connection)).rejects.toThrow('syntax error')
        await expect(sql.raw('commit').execute(connection)).rejects.toThrow('syntax error')
        await sql.raw('rollback').execute(connection)
        expect((await one(2).execute(connection)).rows).toEqual([{ number: 2 }])
      })
  expect(await database.query(belts)).toEqual(before)
})

test('each record vouches for the one before it, which was committed and on disk when its call was answered', async () => {
  const descriptions = ['First', 'Second', 'Third']
  for (const description of descriptions)
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'belt', action: 'Created', description }, (on) =>
        insertBelt(`${description} belt`).execute(on()),
      ),
    )
  const [first, ...later] = await database.query(
    sql<{ position: string; mac: string }>`
      select position::text, mac from audit_record where description = any(${descriptions}) order by position`,
  )
  expect(later).toHaveLength(2)
  for (const [n, { mac }] of later.entries()) expect(mac.split('.')[1]).toBe(String(Number(first?.position) + n))
})

test('a transaction that writes is committed when it is said so, though one before it on its connection only read', async () => {
  const written = await Promise.all(
    often.map(async (n) => {
      const belt = `Committed ${n}`
      await direct.moment((reads) => reads.query(one(n)))
      await rawHandle(direct)
        .transaction()
        .execute((db) => insertBelt(belt).execute(db))
      return database.query(sql`select from belt where belt_color = ${belt}`)
    }),
  )
  expect(written.map((rows) => rows.length)).toEqual(often.map(() => 1))
})

test('who writes after a reader on the same connection writes', async () => {
  for (const n of often) {
    await database.moment((reads) => reads.query(one(n)))
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'belt', action: 'Created', description: `${n}` }, (on) =>
        insertBelt(`Belt ${n}`).execute(on()),
      ),
    )
  }
  const [row] = await database.query(
    sql<{ total: number }>`select count(*)::int as total from belt where belt_color like 'Belt %'`,
  )
  expect(row).toEqual({ total: often.length })
})
