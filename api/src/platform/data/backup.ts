import { createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest, TableCopy } from './backup-format.ts'
import { placesIn, sha256Of, synced } from './backup-format.ts'
import { type Connection, connect } from './database.ts'

/** Every table and file of a portal. */
export interface Source {
  databaseUrl: string
  /** The folder of pictures. */
  files: string
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** The key of `linkSecret`, and one being made: it opens secrets that the tables hold, and must not lie beside them. */
const isKey = (name: string) => name.startsWith('link.key')

/** Copies the pictures that are missing, but no key; returns how many files the target then holds. */
export async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const names = (await exists(from)) ? await readdir(from, { withFileTypes: true }) : []
  const there = new Set(await readdir(to))
  for (const entry of names) {
    if (!entry.isFile() || entry.name.startsWith('.tmp') || isKey(entry.name) || there.has(entry.name)) continue
    // A file removed meanwhile is no longer referred to.
    await copyFile(join(from, entry.name), join(to, entry.name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  return (await readdir(to)).length
}

/** The checksum of each file in a folder, once the disk holds it. */
async function sumsIn(folder: string): Promise<Manifest['pictures']> {
  const sums: Manifest['pictures'] = []
  for (const name of (await readdir(folder)).toSorted()) {
    await synced(join(folder, name))
    sums.push({ name, sha256: await sha256Of(join(folder, name)) })
  }
  return sums
}

const tablesIn = `
  select relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'
  order by relname`

interface Copying {
  client: Connection
  folder: string
  signal?: AbortSignal | undefined
}

async function copyTable({ client, folder, signal }: Copying, name: string, columns: string[]): Promise<TableCopy> {
  signal?.throwIfAborted()
  const file = placesIn(folder).table(name)
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = client.query(copyTo(`copy "${name}" (${list}) to stdout`))
  await pipeline(rows, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600, flush: true }), { signal })
  return { name, columns, rows: rows.rowCount, sha256: await sha256Of(file) }
}

/** The instant of the last record, in UTC. */
const lastRecord = `select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_record`

async function copyDatabase(
  url: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'lastRecordAt'>> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const names = await client.query<{ name: string; columns: string[] }>(tablesIn)
    const tables: TableCopy[] = []
    for (const { name, columns } of names.rows) tables.push(await copyTable({ client, folder, signal }, name, columns))
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    )
    const last = await client.query<{ at: string | null }>(lastRecord)
    await client.query('commit')
    const lastRecordAt = last.rows[0]?.at ?? null
    return { migrations: migrations.rows.map(({ name }) => name), tables, sequences: sequences.rows, lastRecordAt }
  } finally {
    await client.end()
  }
}

/**
 * Writes a snapshot of the database, and the pictures, into a new folder. The portal may run meanwhile. An attempt that
 * fails or is aborted by its signal leaves nothing.
 */
export async function backUp(source: Source, folder: string, at: string, signal?: AbortSignal): Promise<Manifest> {
  if (await exists(folder)) throw new Error(`${folder} is there already. Choose a new folder.`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  try {
    const { tables, files: pictures } = placesIn(draft)
    await mkdir(tables, { recursive: true, mode: 0o700 })
    // Twice: the first pass has pictures removed while the tables are copied, the second those added.
    await copyFiles(source.files, pictures)
    const database = await copyDatabase(source.databaseUrl, draft, signal)
    const files = await copyFiles(source.files, pictures)
    signal?.throwIfAborted()
    const manifest: Manifest = { format: 1, at, ...database, files, pictures: await sumsIn(pictures) }
    await writeFile(placesIn(draft).manifest, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    for (const place of [tables, pictures, draft]) await synced(place)
    await rename(draft, folder)
    await synced(dirname(folder))
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
