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

/** A pool on a PostgreSQL. A caller waits at most 3 s for a connection, then gets a 503. */
export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
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

const folder = new URL('../../migrations/', import.meta.url)

/** Brings a database to the newest migration; two at once wait for each other. */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c timezone=UTC' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
        const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
        return Object.fromEntries(
          files.map((name, index) => [
            name.replace(/\.sql$/, ''),
            { up: async (on: Kysely<unknown>) => void (await sql.raw(texts[index] ?? '').execute(on)) },
          ]),
        )
      },
    },
  })
  try {
    const { error, results } = await migrator.migrateToLatest()
    for (const result of results ?? []) if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
