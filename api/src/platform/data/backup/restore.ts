import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { from as copyFrom } from 'pg-copy-streams'
import { folderFor, readFolder, unwritten } from '../../runtime/data-dir/folder.ts'
import { type Connection, connect, knownMigrations, migrate, restoreMark } from '../database/database.ts'
import { bringUpToDate, type DatabaseUrls } from '../database/database-roles.ts'
import {
  type Manifest,
  type OpenedBackup,
  openBackup,
  pictureFile,
  readManifest,
  type TableCopy,
  tableFile,
} from './backup-format.ts'
import { checkLastBeforeRelease, isBeforeFirstRelease, squashed } from './before-first-release.ts'
import { narrow, widen } from './restore-before-first-release.ts'

const insufficientPrivilege = '42501'

async function isHalfRestored(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.${restoreMark}') is not null as found`,
  )
  return rows[0]?.found ?? false
}

/** Throws where a restore was cut short, by a power cut or by hand. */
export async function refuseHalfRestored(url: string): Promise<void> {
  const client = await connect(url)
  try {
    if (await isHalfRestored(client))
      throw new Error(
        'A restore into this database was not finished, and what is in it is no academy. Begin again: npm run portal -- restore FOLDER',
      )
  } finally {
    await client.end()
  }
}

async function isEmpty(client: Connection): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1`,
  )
  return rows.length === 0
}

/** Throws where the database has no tables: there was no start or restore yet, or one that failed. */
export async function refuseEmpty(url: string): Promise<void> {
  const client = await connect(url)
  try {
    if (await isEmpty(client))
      throw new Error('There is no portal in this database yet. Start the portal, or restore a back-up into it')
  } finally {
    await client.end()
  }
}

async function refuseUnlessEmpty(client: Connection): Promise<void> {
  if (!(await isEmpty(client)))
    throw new Error('The database is not empty. A back-up is only restored into an empty one.')
}

/** Pictures of this back-up may be there from an attempt that was cut short. */
async function refuseOtherPictures(files: string, own: readonly string[]): Promise<void> {
  const there = await readFolder(files)
  if (there.some((name) => !own.includes(name)))
    throw new Error(`${files} is not empty. A back-up is only restored into a new DATA_DIR.`)
}

/** The tables ordered so that each comes after those it refers to. */
async function inOrder(client: Connection, tables: readonly TableCopy[]): Promise<TableCopy[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  )
  const done: TableCopy[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !rows.some(({ child, parent }) => child === name && waiting.has(parent)),
    )
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    done.push(...free)
  }
  return done
}

async function fillTable(client: Connection, backup: OpenedBackup, { name, columns, rows }: TableCopy): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const target = client.query(copyFrom(`copy "${name}" (${list}) from stdin`))
  await pipeline(backup.read(tableFile(name)), createGunzip(), target)
  if (target.rowCount !== rows) throw new Error(`Table ${name} got ${target.rowCount} of ${rows} rows`)
}

/** What opens the portal without a password: whoever has a back-up has read it, and a restored portal begins without. */
const accessTables = new Set([
  'staff_session',
  'password_reset',
  'member_password_code',
  'outbox_mail',
  'second_factor_ticket',
])

async function fill(client: Connection, backup: OpenedBackup, manifest: Manifest): Promise<void> {
  const tables = await inOrder(client, manifest.tables)
  const each = (order: readonly { name: string }[], statement: (name: string) => string) =>
    order.reduce(
      (before, { name }) => before.then(() => client.query(statement(`"${name}"`))),
      Promise.resolve<unknown>(undefined),
    )
  const isEarlier = isBeforeFirstRelease(manifest.migrations)
  await client.query('begin')
  if (isEarlier) await widen(client)
  // Triggers would check row by row what was checked when it was written; verify checks the whole.
  await each(tables, (name) => `alter table ${name} disable trigger user`)
  await each(tables.toReversed(), (name) => `delete from ${name}`)
  for (const table of tables) await fillTable(client, backup, table)
  // One that an older back-up does not know is empty or not there yet.
  await each(
    tables.filter(({ name }) => accessTables.has(name)),
    (name) => `delete from ${name}`,
  )
  if (isEarlier) await narrow(client)
  // What is checked at the end of a transaction would keep the tables from being altered.
  await client.query('set constraints all immediate')
  await each(tables, (name) => `alter table ${name} enable trigger user`)
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [`public."${name}"`, value])
  await client.query('commit')
  await client.query('analyze')
}

/** The migration whose tables the back-up fits. Throws for one that this portal cannot restore. */
async function stateOf({ migrations }: Manifest): Promise<string | undefined> {
  if (isBeforeFirstRelease(migrations)) {
    checkLastBeforeRelease(migrations)
    return squashed
  }
  const known = await knownMigrations()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown) throw new Error(`The back-up was made by a newer portal (${unknown}). Update this one first.`)
  return migrations.at(-1)
}

async function writePictures(backup: OpenedBackup, files: string, signal: AbortSignal | undefined): Promise<void> {
  folderFor('FILES_DIR', files)
  for (const name of await backup.pictures())
    await pipeline(
      backup.read(pictureFile(name)),
      createWriteStream(join(files, name), { mode: 0o600, flush: true }),
      ...(signal ? [{ signal }] : []),
    )
}

/** The database as empty as it was. By a connection of its own: that of the restore may have been cut. */
async function clear(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('drop schema public cascade; create schema public')
  } finally {
    await client.end()
  }
}

/** Ends the work of a connection, whatever it is at. The returned function calls it off. */
async function cutAtSignal(client: Connection, url: string, signal: AbortSignal | undefined): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cut = async () => {
    const other = await connect(url)
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]).finally(() => other.end())
  }
  const onAbort = () => void cut().catch(() => {})
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => signal?.removeEventListener('abort', onAbort)
}

/** Where a back-up goes. */
interface Target {
  database: DatabaseUrls
  /** The folder of pictures. */
  files: string
}

/**
 * Fills an empty database and an empty folder of pictures from a back-up, then migrates them to this portal's newest
 * migration. All or nothing: a failure, or the signal, leaves the database as empty as it was; what is cut short otherwise
 * is opened by nobody (`refuseHalfRestored`) and cleared by the next attempt. `identity` is the text of the file with the
 * private key to an encrypted one.
 */
export async function restore(
  { database, files }: Target,
  folder: string,
  { identity, signal }: { identity?: string | undefined; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const backup = await openBackup(folder, identity)
  const manifest = await readManifest(backup)
  const state = await stateOf(manifest)
  signal?.throwIfAborted()
  const client = await connect(database.owner)
  try {
    await refuseOtherPictures(files, (await isHalfRestored(client)) ? await backup.pictures() : [])
    if (await isHalfRestored(client)) await clear(database.owner)
    else await refuseUnlessEmpty(client)
    const callOff = await cutAtSignal(client, database.owner, signal)
    try {
      // A role that may not is told so by what follows.
      await client.query(`create table ${restoreMark} ()`).catch((error) => {
        if (error.code !== insufficientPrivilege) throw error
      })
      await migrate(database.owner, { to: state })
      signal?.throwIfAborted()
      await fill(client, backup, manifest)
      await bringUpToDate(database)
      await writePictures(backup, files, signal)
      signal?.throwIfAborted()
      await client.query(`drop table if exists ${restoreMark}`)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      // A role that may not has made nothing either.
      await clear(database.owner).catch(() => {})
      for (const name of await backup.pictures()) await rm(join(files, name), { force: true }).catch(() => {})
      throw unwritten(`FILES_DIR ${files}`, error)
    } finally {
      callOff()
    }
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}
