import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
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

/** Reads the manifest and checks the file of every table against it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(placesIn(folder).manifest, 'utf8').catch(() => {
    throw new Error(`${folder} is no back-up: it has no manifest.json`)
  })
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error(`${folder} is no back-up this portal can read: ${parsed.error.issues[0]?.message}`)
  for (const { name, sha256 } of parsed.data.tables) {
    const found = await sha256Of(placesIn(folder).table(name)).catch(() => 'nothing')
    if (found !== sha256) throw new Error(`The back-up is damaged: the file of table ${name} is not what was written`)
  }
  return parsed.data
}
