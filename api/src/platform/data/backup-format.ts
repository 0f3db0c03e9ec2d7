import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const table = z.object({
  name: z.string().regex(/^[a-z_0-9]+$/),
  columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
  rows: z.number().int(),
  /** Of the compressed file. */
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

/** The paths in a back-up folder. */
export const placesIn = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  tables: join(folder, 'tables'),
  files: join(folder, 'files'),
  table: (name: string) => join(folder, 'tables', `${name}.copy.gz`),
})

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
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

/** The manifest of a back-up. Throws where there is none that this portal can read. */
export async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(placesIn(folder).manifest, 'utf8').catch(() => {
    throw new Error(`${folder} is no back-up: it has no manifest.json`)
  })
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error(`${folder} is no back-up this portal can read: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

/** Reads the manifest and checks every file against it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const found = await manifestOf(folder)
  for (const { name, sha256 } of found.tables) {
    const there = await sha256Of(placesIn(folder).table(name)).catch(() => 'nothing')
    if (there !== sha256) throw new Error(`The back-up is damaged: the file of table ${name} is not what was written`)
  }
  for (const { name, sha256 } of found.pictures) {
    const there = await sha256Of(join(placesIn(folder).files, name)).catch(() => 'nothing')
    if (there !== sha256) throw new Error(`The back-up is damaged: the picture ${name} is not what was written`)
  }
  return found
}
