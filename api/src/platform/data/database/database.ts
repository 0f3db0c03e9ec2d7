import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { locationOf } from '../../runtime/data-dir/data-location.ts'
import { howToMove, isBeforeFirstRelease } from '../backup/before-first-release.ts'
import { poolOf } from './database-handle.ts'
import { findPrimary, serverNow } from './database-primary.ts'
import {
  type Setting,
  settingsAsked,
  settingsFault,
  settingsText,
  unlimited,
  whereSettingsGo,
} from './database-settings.ts'
import { application, endOf, watchConnections } from './database-watch.ts'
import { sayOldest, version, worksBesideNewest } from './portals-beside.ts'

export { addressNow, type Database, type DatabaseAddress, openDatabase } from './database-handle.ts'

/** Milliseconds that a command's own connection may take. */
const longestOpening = 10_000

export type Connection = pg.Client

/** Of a name with several addresses each has an error of its own. */
const reasonOf = (error: unknown): string => {
  const [first] = error instanceof AggregateError ? error.errors : []
  const reason: unknown = first ?? error
  return reason instanceof Error ? reason.message : String(reason)
}

/** One connection without time limits, for copying whole tables. Throws naming the server that it cannot reach, or that keeps the settings away. */
export async function connect(address: string, silence?: number): Promise<Connection> {
  await findPrimary(address)
  const url = serverNow(address)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: longestOpening,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: application,
    options: settingsText(unlimited),
  })
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    const reason = reasonOf(cause)
    // What PgBouncer says.
    const hint = /startup parameter/.test(reason) ? `. ${whereSettingsGo}` : ''
    throw new Error(`The database ${locationOf(address)} cannot be opened: ${reason}${hint}`, { cause })
  })
  const watch = watchConnections(() => url, silence)
  watch.add(client)
  client.once('end', () => watch.stop())
  const { rows } = await client.query<Setting>(settingsAsked(unlimited))
  const fault = settingsFault(unlimited, rows)
  if (fault) {
    await client.end()
    throw new Error(fault)
  }
  return client
}

const folder = new URL('../../../../migrations/', import.meta.url)

const migrationFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
const nameOf = (file: string) => file.replace(/\.sql$/, '')

/** Every migration this portal knows, in order. */
export const knownMigrations = async (): Promise<string[]> => (await migrationFiles()).map(nameOf)

/** A table that stands while a restore is under way: what was cut short is no academy, and the next restore clears it away. */
export const restoreMark = 'restore_under_way'

/** Throws for a database that another program has filled: the portal would lay its tables beside, and take back the grants of, those. */
async function refuseOthers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; database: string }>`
    select relname as name, current_database() as database from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and relname not like 'kysely\\_%' and relname <> ${restoreMark}
      and not exists (select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype = 'e')
    order by relname limit 3`.execute(db)
  if (rows.length > 0)
    throw new Error(
      `The database ${rows[0]?.database} holds tables of another program (${rows.map(({ name }) => name).join(', ')}). Name one of the portal's own: docs/operations.md, Two roles`,
    )
}

/**
 * The migrations that were made, and whether some are of a newer portal that works beside this one. Throws with a readable
 * message for a database that these do not continue.
 */
async function migrationsOf(db: Kysely<unknown>): Promise<{ done: string[]; isNewer: boolean }> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  const { rows } =
    tables.length === 0
      ? { rows: [] }
      : await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const done = rows.map(({ name }) => name)
  if (isBeforeFirstRelease(done)) throw new Error(howToMove)
  const known = await knownMigrations()
  if (!done.some((name) => known.includes(name))) {
    await refuseOthers(db)
    return { done: [], isNewer: false }
  }
  const unknown = done.find((name) => !known.includes(name))
  if (unknown && !(known.every((name) => done.includes(name)) && (await worksBesideNewest(db))))
    throw new Error(
      `This database was made by a newer portal (${unknown}), beside which this one (${version}) does not work. Update this one, or restore the back-up made before the migration: docs/operations.md, Rolling back`,
    )
  const missing = known.find((name) => !done.includes(name))
  const newest = known.findLast((name) => done.includes(name))
  if (missing && newest && missing < newest)
    throw new Error(
      `The migration ${missing}.sql is dated before ${newest}.sql, which was made in this database already: give it a later date (api/migrations/README.md)`,
    )
  return { done, isNewer: unknown !== undefined }
}

/** What PostgreSQL says to a role that may not use or change a table, or not even the schema. */
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && ['42501', '3F000'].includes(error.code ?? '')

const needsOwner =
  'The database has to be brought up to date, which the role of DATABASE_URL may not do: set DATABASE_OWNER_URL as well, here or for npm run portal -- migrate (docs/operations.md)'

interface Migrating {
  log?: (line: string) => void
  /** The migration to stop at; else the newest. */
  to?: string | undefined
  /** What comes before the first migration of a database with data. */
  before?: (() => Promise<void>) | undefined
}

/** Whether anything was ever done in it, and its role may migrate. */
async function hasDataToMigrate(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean }>`
    select exists (select from audit_record) and has_schema_privilege('public', 'create') as "isSo"`.execute(db)
  return rows[0]?.isSo ?? false
}

/** Migrates a database; two at once wait for each other. Answers whether it is of a newer portal, and stays as it is. */
export async function migrate(url: string, { log = () => {}, to, before }: Migrating = {}): Promise<boolean> {
  const { pool, stop } = poolOf(url, { connections: 3, limits: unlimited, scripts: true })
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
    const state = async () => {
      const { done, isNewer } = await migrationsOf(db)
      const isNewest = to === undefined && done.length === (await migrationFiles()).length
      return { done, isNewer, isNewest }
    }
    const { isNewer, isNewest } = await state()
    if (isNewer) return true
    if (!isNewest)
      await db.transaction().execute(async (lock) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(lock)
        const now = await state()
        if (now.isNewest || now.isNewer) return
        if (before && now.done.length > 0 && (await hasDataToMigrate(db))) await before()
        const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
        for (const result of results ?? []) if (result.status === 'Success') log(`migrated ${result.migrationName}`)
        if (error) throw error
      })
    if (to === undefined) await sayOldest(db, await knownMigrations())
    return false
  } catch (error) {
    throw isRefusal(error) ? new Error(needsOwner) : error
  } finally {
    await endOf(db.destroy())
    stop()
  }
}
