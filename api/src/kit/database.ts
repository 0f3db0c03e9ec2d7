import { readdir, readFile } from 'node:fs/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'

/** Instants come out as ISO text and dates as `YYYY-MM-DD`: no business date ever passes through an instant. */
const types = new pg.TypeOverrides()
const asIs = (text: string) => text
types.setTypeParser(pg.types.builtins.DATE, asIs)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

export interface Database {
  handle: Kysely<unknown>
  close(): Promise<void>
}

/** Where a PostgreSQL answers; asked for each new connection where it may move. */
export type DatabaseAddress = string | (() => string)

/** A pool on a PostgreSQL. A caller waits at most 3 s for a connection, then gets a 503. */
export function openDatabase(address: DatabaseAddress, options: { connections?: number } = {}): Database {
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: typeof address === 'string' ? address : address() })
    }
  }
  const pool = new pg.Pool({
    Client,
    types,
    max: options.connections ?? 16,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'academy',
    options:
      '-c timezone=UTC -c statement_timeout=10000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=30000',
  })
  // An idle connection the server closed is replaced at the next request; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that is lent out: its next query fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  const handle = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { handle, close: () => handle.destroy() }
}

export type Connection = pg.Client

/** One connection without limits of time, for copying whole tables. */
export async function connect(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  client.on('error', () => {})
  await client.connect()
  return client
}

const folder = new URL('../../migrations/', import.meta.url)

const migrationFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
const nameOf = (file: string) => file.replace(/\.sql$/, '')

/** Every migration this portal knows, in order. */
export const knownMigrations = async (): Promise<string[]> => (await migrationFiles()).map(nameOf)

/** Brings a database to the newest migration, or to the one named `to`; two at once wait for each other. */
export async function migrate(url: string, log: (line: string) => void = () => {}, to?: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c timezone=UTC' })
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
    const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    for (const result of results ?? []) if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
