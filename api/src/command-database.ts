import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { systemCaller } from './kit/caller.ts'
import type { Config } from './kit/config.ts'
import { claimDataDir } from './kit/data-dir.ts'
import { migrate } from './kit/database.ts'
import { startEmbedded } from './kit/embedded-postgres.ts'
import type { Tx } from './kit/tx.ts'
import { inTransaction } from './kit/tx.ts'
import { openPortal } from './start.ts'

const quiet = () => {}

/** The hold on DATA_DIR; null while the portal has it. */
const claim = (dataDir: string) =>
  claimDataDir(dataDir).catch((error: Error) => {
    if (/^Another portal/.test(error.message)) return null
    throw error
  })

interface Needs {
  /** The database may be new. */
  make?: boolean
  /** Not while the portal runs. */
  alone?: boolean
}

/**
 * Works on the portal's database: the server of DATABASE_URL, or the embedded one, which is used as it runs or started
 * for the time of the command.
 */
export async function withDatabase<T>(
  config: Config,
  { make = false, alone = false }: Needs,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataDir, 'postgres')
  if (!config.databaseUrl && !make && !existsSync(folder))
    throw new Error(`There is no portal in DATA_DIR ${config.dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  if (config.databaseUrl && !alone) return work(config.databaseUrl)
  const held = await claim(config.dataDir)
  if (alone && !held) throw new Error(`A portal runs on DATA_DIR ${config.dataDir}. Stop it first.`)
  try {
    if (config.databaseUrl) return await work(config.databaseUrl)
    const embedded = await startEmbedded(folder, quiet)
    try {
      return await work(embedded.url)
    } finally {
      // One that ran before is somebody else's to stop.
      if (held && !embedded.adopted) await embedded.stop()
    }
  } finally {
    await held?.release()
  }
}

/** One transaction on the newest schema, done by the command line. */
export async function withPortal<T>(config: Config, databaseUrl: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await migrate(databaseUrl)
  return onPresentSchema(config, databaseUrl, work)
}

/** One transaction on the schema that is there, done by the command line. */
export async function onPresentSchema<T>(
  config: Config,
  databaseUrl: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const portal = await openPortal(config, databaseUrl, pino({ level: 'silent' }))
  try {
    return await inTransaction(portal, systemCaller('command line'), {}, work)
  } finally {
    await portal.close()
  }
}
