import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { verify } from '../../../src/books/verify.ts'
import { rawHandle } from '../../../src/platform/data/database/database-handle.ts'
import {
  settingsFault,
  settingsNow,
  settingsText,
  unlimited,
  withinCalls,
} from '../../../src/platform/data/database/database-settings.ts'
import {
  backUp,
  bringUpToDate,
  connect,
  durabilityRemark,
  openDatabase,
  plannedOnce,
  restore,
} from '../../../src/platform/data/index.ts'
import { callLog } from '../../../src/platform/http/index.ts'
import { openPortal } from '../../../src/start.ts'
import { databaseUrlOf, emptyDatabase, fillBooks } from '../../support/books/books.ts'
import { databaseAt, onServer, roleIn } from '../../support/platform/database.ts'
import { testPortal } from '../../support/portal.ts'

/** What an administrator may have set for a database, and tools may want. */
const habits = {
  DateStyle: 'sql, dmy',
  TimeZone: 'Asia/Kuala_Lumpur',
  IntervalStyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-4',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  statement_timeout: '1min',
  lock_timeout: '1min',
}

async function withHabits(url: string) {
  const name = new URL(url).pathname.slice(1)
  const settings = Object.entries(habits).map(([key, value]) => `alter database ${name} set ${key} to '${value}'`)
  await onServer(
    inject('databaseAdmin'),
    ...settings,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

describe('a server with settings of its own', async () => {
  const portal = await testPortal()
  const folder = await mkdtemp(join(tmpdir(), 'academy-settings-'))
  await fillBooks(portal)
  const clerk = await portal.as()
  const paths = ['/member', '/payment', '/course', '/attendance', '/credit-adjust', '/dashboard/overview']
  const read = async () => {
    const answers = await Promise.all(paths.map((path) => clerk.get(path)))
    return answers.map(({ statusCode, body }, place) => [paths[place], statusCode, JSON.parse(body)])
  }
  const before = await read()
  const source = { databaseUrl: await databaseUrlOf(portal), files: join(portal.portal.config.dataDir, 'files') }
  await withHabits(source.databaseUrl)
  afterAll(async () => {
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('is read as any other', async () => {
    expect(before.map(([, status]) => status)).toEqual(paths.map(() => 200))
    await expect.poll(read, { timeout: 30_000 }).toEqual(before)
  })

  // As behind a pooler, which drops what a connection asks for.
  test('gives each transaction its settings, where it takes none from a connection, and plans nothing for it', async () => {
    const database = openDatabase(source.databaseUrl, { connections: 1, behindPooler: source.databaseUrl })
    try {
      await database.checkSettings()
      const asked = settingsNow(withinCalls)
      expect(settingsFault(withinCalls, await database.moment((reads) => reads.query(asked)))).toBeNull()
      const isolation = rawHandle(database)
        .transaction()
        .execute((db) => sql<{ is: string }>`select current_setting('transaction_isolation') as is`.execute(db))
      expect((await isolation).rows).toEqual([{ is: 'read committed' }])
      const belts = database.read().selectFrom('belt').select('id').where('beltColor', '=', 'White')
      const found = await belts.execute()
      expect(await belts.modifyEnd(plannedOnce).execute()).toEqual(found)
      expect(await database.query(sql`select name from pg_prepared_statements`)).toEqual([])
      // What was refused leaves the connection as it was.
      await expect(sql`select 1 / 0`.execute(rawHandle(database))).rejects.toThrow('division by zero')
      await database.checkSettings()
    } finally {
      await database.close()
    }
  })

  test('is not served where the address of the server itself is another role', async () => {
    const databaseDirectUrl = await databaseUrlOf(portal, 'owner')
    const { config, clock } = portal.portal
    const log = callLog('silent', { write: () => undefined })
    await expect(openPortal({ ...config, databaseDirectUrl }, source.databaseUrl, log, clock)).rejects.toThrow(
      'DATABASE_DIRECT_URL names another database, or another role, than DATABASE_URL',
    )
  })

  test('is proven, copied and restored as any other', async () => {
    const back = join(folder, 'one')
    await backUp(source, back, '2026-11-20T04:00:00Z')
    const target = await emptyDatabase()
    try {
      await restore({ database: { owner: target.ownerUrl, portal: target.url }, files: join(folder, 'files') }, back)
      const database = openDatabase(target.url)
      try {
        expect((await verify(database)).filter(({ fault }) => fault)).toEqual([])
      } finally {
        await database.close()
      }
    } finally {
      await target.drop()
    }
  })
})

test('a portal that is not given its settings does not start, and says which', async () => {
  const portal = await testPortal()
  try {
    const url = new URL(portal.databaseUrl)
    url.searchParams.set('options', '-c DateStyle=SQL,DMY')
    const database = openDatabase(url.href)
    await expect(database.checkSettings()).rejects.toThrow(
      /DateStyle is SQL, DMY.*name the server itself in DATABASE_DIRECT_URL/,
    )
    await database.close()
    await expect(connect(url.href)).rejects.toThrow(/DateStyle is SQL, DMY.*DATABASE_DIRECT_URL/)
  } finally {
    await portal.close()
  }
})

describe('a new database', () => {
  async function made(how: string) {
    const [owner, admin] = [inject('databaseOwner'), inject('databaseAdmin')]
    const name = `${inject('databaseRun')}_${how.replaceAll(/\W+/g, '').toLowerCase()}`
    await onServer(admin, `create database ${name} template template0 ${how} owner ${roleIn(owner)}`)
    const urls = { owner: databaseAt(owner, name), portal: databaseAt(inject('databaseServer'), name) }
    try {
      return await bringUpToDate(urls)
    } finally {
      await onServer(admin, `drop database ${name} with (force)`)
    }
  }

  test('that cannot hold every name is refused', async () => {
    await expect(made(`encoding 'SQL_ASCII' locale 'C' locale_provider libc`)).rejects.toThrow(
      /^The database has the encoding SQL_ASCII/,
    )
  })

  test('that knows no letters beyond A to Z is remarked upon', async () => {
    expect(await made(`encoding 'UTF8' locale 'C' locale_provider libc`)).toEqual([
      expect.stringMatching(/^The database's locale knows no letters beyond A to Z/),
    ])
  })
})

test('a server that can lose what it acknowledged is remarked upon, for each setting that is off', async () => {
  // The server of the tests gives all three up for speed.
  const server = inject('databaseAdmin')
  expect(await durabilityRemark(server)).toMatch(
    /^The database server has fsync, full_page_writes, synchronous_commit off: a crash or a power cut/,
  )
  const url = new URL(server)
  url.searchParams.set('options', `${settingsText(unlimited)} -c synchronous_commit=on`)
  expect(await durabilityRemark(url.href)).toMatch(/^The database server has fsync, full_page_writes off:/)
})

test('a server that cannot be reached, or refuses the role, is named with the reason', async () => {
  const { username, host } = new URL(inject('databaseServer'))
  const opening = (owner: string) => bringUpToDate({ owner, portal: owner })
  await expect(opening(`postgres://${username}:wrong@${host}/no_such`)).rejects.toThrow(
    /^The database [\w.]+:\d+\/no_such cannot be opened: .*(password|no_such)/,
  )
  // A name has two addresses, as a rule.
  await expect(opening('postgres://a:b@localhost:1/academy')).rejects.toThrow(
    /^The database localhost:1\/academy cannot be opened: connect ECONNREFUSED/,
  )
})

test('a portal whose database takes no changes is not ready, and is again when it does', async () => {
  const portal = await testPortal()
  const name = new URL(portal.databaseUrl).pathname.slice(1)
  const change = (setting: string) =>
    onServer(
      inject('databaseAdmin'),
      `alter database ${name} set default_transaction_read_only to ${setting}`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
  const ready = async () => (await portal.app.inject('/health/ready')).statusCode
  try {
    // As after a fail-over, to a server that is a standby still.
    await change('on')
    await expect.poll(ready, { timeout: 30_000 }).toBe(503)
    await change('off')
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
  } finally {
    await portal.close()
  }
})
