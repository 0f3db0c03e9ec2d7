import { readdir, readFile } from 'node:fs/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { howToMove, isBeforeFirstRelease } from './before-first-release.ts'
import { application, endOf, longestAnswer, watchConnections } from './database-watch.ts'

/** Of a command's own connection, in milliseconds. */
const longestOpening = 10_000

/** Instants come out as ISO text, dates as `YYYY-MM-DD` and times of day as `HH:mm`: none passes through an instant. */
const types = new pg.TypeOverrides()
const asIs = (text: string) => text
types.setTypeParser(pg.types.builtins.DATE, asIs)
types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

export interface Database {
  handle: Kysely<unknown>
  close(): Promise<void>
}

/** Where a PostgreSQL answers; asked for each new connection where it may move. */
export type DatabaseAddress = string | (() => string)

interface PoolOptions {
  connections: number
  /** Settings of its sessions, as PostgreSQL's command line has them. */
  settings: string
  /** So long the server may be silent before it is asked whether it is still at work, in milliseconds. */
  silence?: number | undefined
}

/** A pool that gives up connections whose network went silent. A caller waits at most 3 s for a new one, or for its turn. */
function poolOf(address: DatabaseAddress, { connections, settings, silence }: PoolOptions) {
  const urlOf = typeof address === 'string' ? () => address : address
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: urlOf() })
    }
  }
  const watch = watchConnections(urlOf, silence)
  const pool = new pg.Pool({
    Client,
    types,
    max: connections,
    connectionTimeoutMillis: longestAnswer,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: application,
    options: settings,
  })
  // An idle connection the server closed is replaced at the next request; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The same for one that is lent out: its next query fails and says so.
    client.on('error', () => {})
    watch.add(client)
  })
  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (await watch.isFit(client)) return client
      client.release(true)
    }
  }
  return {
    pool: { connect, end: () => pool.end(), options: pool.options },
    /** Ends what did not end by itself. */
    stop: () => watch.stop(),
  }
}

/** A pool on a PostgreSQL, for calls. */
export function openDatabase(
  address: DatabaseAddress,
  { connections = 16, silence }: { connections?: number; silence?: number } = {},
): Database {
  const { pool, stop } = poolOf(address, {
    connections,
    silence,
    settings:
      '-c timezone=UTC -c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=30000',
  })
  const handle = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    handle,
    async close() {
      await endOf(handle.destroy())
      stop()
    },
  }
}

export type Connection = pg.Client

/** One connection without limits of time, for copying whole tables. */
export async function connect(url: string, silence?: number): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: longestOpening,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: application,
    options: '-c timezone=UTC',
  })
  client.on('error', () => {})
  await client.connect()
  const watch = watchConnections(() => url, silence)
  watch.add(client)
  client.once('end', () => watch.stop())
  return client
}

const folder = new URL('../../../migrations/', import.meta.url)

const migrationFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
const nameOf = (file: string) => file.replace(/\.sql$/, '')

/** Every migration this portal knows, in order. */
export const knownMigrations = async (): Promise<string[]> => (await migrationFiles()).map(nameOf)

/** Throws, in words, for a database that these migrations do not continue. */
async function checkContinues(db: Kysely<unknown>): Promise<void> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const done = rows.map(({ name }) => name)
  if (isBeforeFirstRelease(done)) throw new Error(howToMove)
  const known = await knownMigrations()
  const unknown = done.find((name) => !known.includes(name))
  if (unknown) throw new Error(`This database was made by a newer portal (${unknown}). Update this one first.`)
}

/** Brings a database to the newest migration, or to the one named `to`; two at once wait for each other. */
export async function migrate(url: string, log: (line: string) => void = () => {}, to?: string): Promise<void> {
  const { pool, stop } = poolOf(url, { connections: 2, settings: '-c timezone=UTC' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = await migrationFiles()
        const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
        return Object.fromEntries(
          files.map((name, index) => [
            nameOf(name),
            { up: async (on: Kysely<unknown>) => void (await sql.raw(texts[index] ?? '').execute(on)) },
          ]),
        )
      },
    },
  })
  try {
    await checkContinues(db)
    const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    for (const result of results ?? []) if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
  } finally {
    await endOf(db.destroy())
    stop()
  }
}
