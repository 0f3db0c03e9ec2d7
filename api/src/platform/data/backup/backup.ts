import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import { folderFor, unwritten } from '../../runtime/data-dir/folder.ts'
import { type Connection, connect } from '../database/database.ts'
import { type Bytes, encryptingTo, type Through } from './age.ts'
import {
  encryptedEnd,
  type Manifest,
  pictureFile,
  placesIn,
  synced,
  type TableCopy,
  tableFile,
} from './backup-format.ts'

/** Every table and file of a portal. */
export interface Source {
  databaseUrl: string
  /** The folder of pictures. */
  files: string
  /** The public key to which every file of the back-up is encrypted, if they are. */
  recipient?: string | undefined
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** The key of `linkSecret`, and one being made: it opens secrets that the tables hold, and must not lie beside them. */
const isKey = (name: string) => name.startsWith('link.key')

/** A folder that is filled. */
interface Draft {
  folder: string
  /** Undefined leaves the files readable. */
  encrypt: Through | undefined
  signal?: AbortSignal | undefined
}

/** Writes a file, which the disk then holds; answers its checksum before it was encrypted. */
async function write({ folder, encrypt, signal }: Draft, file: string, source: Readable): Promise<string> {
  const hash = createHash('sha256')
  const summed = async function* (bytes: Bytes) {
    for await (const piece of bytes) {
      hash.update(piece)
      yield piece
    }
  }
  const place = join(folder, encrypt ? `${file}${encryptedEnd}` : file)
  const target = createWriteStream(place, { mode: 0o600, flush: true })
  await pipeline(source, summed, encrypt ?? new PassThrough(), target, { signal })
  return hash.digest('hex')
}

/** Copies the pictures that are missing, but no key, and notes the checksum of each. */
async function copyPictures(draft: Draft, from: string, sums: Map<string, string>): Promise<void> {
  const names = (await exists(from)) ? await readdir(from, { withFileTypes: true }) : []
  for (const entry of names) {
    const { name } = entry
    if (!entry.isFile() || name.startsWith('.') || isKey(name) || sums.has(name)) continue
    const picture = createReadStream(join(from, name))
    try {
      sums.set(name, await write(draft, pictureFile(name), picture))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // A file removed meanwhile is no longer referred to.
      for (const end of ['', encryptedEnd]) await rm(join(draft.folder, pictureFile(name) + end), { force: true })
    }
  }
}

const tablesIn = `
  select relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'
  order by relname`

async function copyTable(draft: Draft, client: Connection, name: string, columns: string[]): Promise<TableCopy> {
  draft.signal?.throwIfAborted()
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = client.query(copyTo(`copy "${name}" (${list}) to stdout`))
  const zipped = createGzip({ level: 1 })
  const [sha256] = await Promise.all([write(draft, tableFile(name), zipped), pipeline(rows, zipped)])
  return { name, columns, rows: rows.rowCount, sha256 }
}

/** The instant of the last record, in UTC. */
const lastRecord = `select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_record`

async function copyDatabase(
  draft: Draft,
  url: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'lastRecordAt'>> {
  const client = await connect(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const names = await client.query<{ name: string; columns: string[] }>(tablesIn)
    const tables: TableCopy[] = []
    for (const { name, columns } of names.rows) tables.push(await copyTable(draft, client, name, columns))
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
 * fails or is aborted by its signal leaves nothing. Where there is no room the error names the folder.
 */
export async function backUp(source: Source, folder: string, at: string, signal?: AbortSignal): Promise<Manifest> {
  if (await exists(folder)) throw new Error(`${folder} is there already. Choose a new folder.`)
  const encrypt = source.recipient === undefined ? undefined : await encryptingTo(source.recipient)
  const draft = { folder: `${folder}.partial`, encrypt, signal }
  try {
    await rm(draft.folder, { recursive: true, force: true })
    const { tables, files } = placesIn(draft.folder)
    for (const place of [tables, files]) folderFor('The folder', place)
    // Twice: the first pass has pictures removed while the tables are copied, the second those added.
    const sums = new Map<string, string>()
    await copyPictures(draft, source.files, sums)
    const database = await copyDatabase(draft, source.databaseUrl)
    await copyPictures(draft, source.files, sums)
    signal?.throwIfAborted()
    const pictures = [...sums].map(([name, sha256]) => ({ name, sha256 })).toSorted(byName)
    const manifest: Manifest = { format: 1, at, ...database, files: sums.size, pictures }
    await write(draft, 'manifest.json', Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
    for (const place of [tables, files, draft.folder]) await synced(place)
    await rename(draft.folder, folder)
    await synced(dirname(folder))
    return manifest
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true }).catch(() => {})
    throw unwritten(`The back-up ${folder}`, error)
  }
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
