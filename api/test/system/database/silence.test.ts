import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { rawHandle } from '../../../src/platform/data/database/database-handle.ts'
import { connect, type Database, openDatabase } from '../../../src/platform/data/index.ts'
import { databaseUrlOf } from '../../support/books/books.ts'
import { addressesOf } from '../../support/platform/database.ts'
import { type DatabaseProxy, databaseProxy } from '../../support/platform/database-proxy.ts'
import { type PortalProcess, portalProcess } from '../../support/platform/process.ts'
import { type TestPortal, testPortal } from '../../support/portal.ts'

const belts = z.object({ total: z.number() })
const patient = { timeout: 60_000 }
/** A tenth of the usual, in milliseconds. */
const silence = 1000

let ground: TestPortal
let proxy: DatabaseProxy
beforeAll(async () => {
  ground = await testPortal()
  await ground.as(undefined, { username: 'clerk' })
})
afterAll(() => ground?.close())
beforeEach(async () => {
  proxy = await databaseProxy(await databaseUrlOf(ground))
})
afterEach(() => proxy.close())

const answers = (database: Database) =>
  sql`select 1`.execute(rawHandle(database)).then(
    () => true,
    () => false,
  )

/** How a portal knows what its connections are at: by the process of the server, or, behind a pooler, by their name. */
const ways = ['a network', 'a network to a pooler'] as const
const behind = async (way: (typeof ways)[number]) =>
  way === 'a network' ? {} : { behindPooler: await databaseUrlOf(ground) }

test.each(ways)('%s that goes silent: what waits fails, and what comes after it is served on new ones', async (way) => {
  const database = openDatabase(proxy.url, { connections: 4, silence, ...(await behind(way)) })
  try {
    const lock = sql`select pg_advisory_xact_lock(42)`
    const lost = rawHandle(database)
      .transaction()
      .execute(async (db) => {
        await lock.execute(db)
        proxy.fallSilent()
        await sql`select 1`.execute(db)
      })
    await expect(lost).rejects.toThrow(/Connection terminated|not queryable/)
    expect(await answers(database)).toBe(false)
    proxy.speak()
    await expect.poll(() => answers(database), patient).toBe(true)
    // The locks of the lost connection are released, too.
    await rawHandle(database)
      .transaction()
      .execute((db) => lock.execute(db))
  } finally {
    await database.close()
  }
})

test('connections that rested are not lent when they are lost, and no call fails for it', async () => {
  const database = openDatabase(proxy.url, { connections: 4, silence })
  try {
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(rawHandle(database))))
    await sql`select pg_sleep(${(silence * 2) / 1000})`.execute(ground.handle)
    proxy.fallSilent()
    proxy.speak()
    expect(await Promise.all(Array.from({ length: 4 }, () => answers(database)))).toEqual(Array(4).fill(true))
  } finally {
    await database.close()
  }
})

test('a statement that takes long is not cut off', async () => {
  const database = openDatabase(proxy.url, { connections: 2, silence })
  const server = await databaseUrlOf(ground)
  const pooled = openDatabase(addressesOf(server).DATABASE_URL, { connections: 2, silence, behindPooler: server })
  const client = await connect(proxy.url, silence)
  try {
    const long = 'select pg_sleep(4)'
    await Promise.all([...[database, pooled].map((each) => sql.raw(long).execute(rawHandle(each))), client.query(long)])
  } finally {
    await client.end()
    await pooled.close()
    await database.close()
  }
})

test('a command does not wait for ever either', async () => {
  const client = await connect(proxy.url, silence)
  const long = client.query('select pg_sleep(600)')
  proxy.fallSilent()
  await expect(long).rejects.toThrow(/Connection terminated/)
})

test('a portal answers 503 while its network is silent, heals by itself, and stops when told to amid silence', async () => {
  const portal: PortalProcess = await portalProcess({ DATABASE_URL: proxy.url })
  try {
    await portal.start()
    await portal.signIn('clerk', 'correct_horse_1')
    await portal.call(belts, 'GET', '/belt')
    proxy.fallSilent()
    const calls = await Promise.all(Array.from({ length: 6 }, () => portal.ask('/api/admin/belt')))
    for (const { status, headers } of calls) expect([status, headers.has('retry-after')]).toEqual([503, true])
    expect((await portal.ask('/health/ready')).status).toBe(503)
    expect((await portal.ask('/health/live')).status).toBe(200)
    proxy.speak()
    await expect.poll(async () => (await portal.ask('/health/ready')).status, patient).toBe(200)
    await portal.call(belts, 'GET', '/belt')
    proxy.fallSilent()
    const amid = portal.ask('/api/admin/belt').catch(() => undefined)
    expect(await portal.stop()).toBe(0)
    await amid
  } finally {
    await portal.remove()
  }
})
