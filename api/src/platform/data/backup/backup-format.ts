import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { readFolder } from '../../runtime/data-dir/folder.ts'
import { type Bytes, decryptingWith } from './age.ts'

const table = z.object({
  name: z.string().regex(/^[a-z_0-9]+$/),
  columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
  rows: z.number().int(),
  /** Of the compressed file, before it was encrypted. */
  sha256: z.string(),
})
export type TableCopy = z.output<typeof table>

const manifest = z.object({
  format: z.literal(1),
  at: z.string(),
  /** The migrations the tables were made by. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.number().int(),
  /** Each of the files; empty in a back-up of an earlier portal. */
  pictures: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), sha256: z.string() })).default([]),
  /** The last record of the audit trail: when something was last done. Null in an empty trail. */
  lastRecordAt: z.string().nullable().default(null),
})
/** The manifest.json of a back-up folder. */
export type Manifest = z.output<typeof manifest>

/** The paths in a back-up folder; an encrypted one has `.age` after each. */
export const placesIn = (folder: string) => ({
  manifest: join(folder, manifestFile),
  tables: join(folder, 'tables'),
  files: join(folder, 'files'),
})
const manifestFile = 'manifest.json'
export const tableFile = (name: string) => `tables/${name}.copy.gz`
export const pictureFile = (name: string) => `files/${name}`
export const encryptedEnd = '.age'

/** What its manifest is called tells. */
export const isEncrypted = (folder: string): boolean => existsSync(placesIn(folder).manifest + encryptedEnd)

/** A back-up folder to be read, decrypted on the way where it is encrypted. */
export interface OpenedBackup {
  folder: string
  read(file: string): Bytes
  /** The names of its pictures. */
  pictures(): Promise<string[]>
}

/** `identity` is the text of the file with the private key. Throws where that is needed and not given. */
export async function openBackup(folder: string, identity?: string): Promise<OpenedBackup> {
  if (!isEncrypted(folder))
    return {
      folder,
      read: (file) => createReadStream(join(folder, file)),
      pictures: () => readFolder(placesIn(folder).files),
    }
  if (identity === undefined)
    throw new Error(`${folder} is encrypted: say --identity FILE, the file with the private key to it`)
  const decrypt = await decryptingWith(identity)
  return {
    folder,
    read: (file) => decrypt(createReadStream(join(folder, `${file}${encryptedEnd}`))),
    async pictures() {
      // A folder without files may have been lost on the way.
      const names = await readFolder(placesIn(folder).files)
      return names.flatMap((name) => (name.endsWith(encryptedEnd) ? [name.slice(0, -encryptedEnd.length)] : []))
    },
  }
}

async function sha256Of(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** Has the disk hold what was written to a file, or to the list of files of a folder. */
export async function synced(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function contentOf(json: string, folder: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error(`The back-up is damaged: ${join(folder, 'manifest.json')} is not what was written`)
  }
}

/** The manifest of a back-up. Throws where there is none that this portal can read. */
export async function manifestOf({ folder, read }: OpenedBackup): Promise<Manifest> {
  const json = await text(Readable.from(read(manifestFile))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${folder} is no back-up: it has no manifest.json`)
    throw new Error(`${folder} cannot be opened: ${error.message}`)
  })
  const parsed = manifest.safeParse(contentOf(json, folder))
  if (!parsed.success)
    throw new Error(
      `${folder} is no back-up this portal can read: its manifest.json is of something else, or of a newer portal`,
    )
  return parsed.data
}

/** Reads the manifest and checks every file against it. */
export async function readManifest(backup: OpenedBackup): Promise<Manifest> {
  const found = await manifestOf(backup)
  const isAsWritten = async (file: string, sha256: string) =>
    (await sha256Of(backup.read(file)).catch(() => 'nothing')) === sha256
  for (const { name, sha256 } of found.tables)
    if (!(await isAsWritten(tableFile(name), sha256)))
      throw new Error(`The back-up is damaged: the file of table ${name} is not what was written`)
  for (const { name, sha256 } of found.pictures)
    if (!(await isAsWritten(pictureFile(name), sha256)))
      throw new Error(`The back-up is damaged: the picture ${name} is not what was written`)
  return found
}
