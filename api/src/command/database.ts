import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { inTransaction, migrate, type Tx } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Config, claimDataDir, refuseMoved } from '../platform/runtime/index.ts'
import { runningEmbedded, startEmbedded } from '../postgres/postgres.ts'
import { openPortal } from '../start.ts'
import { guardServer, type Interruption, interruptible } from './ending.ts'

const quiet = () => {}

/** The hold on DATA_DIR; null while the portal has it. */
const claim = (dataDir: string) =>
  claimDataDir(dataDir).catch((error: Error) => {
    if (/^Another portal/.test(error.message)) return null
    throw error
  })

/** The signal tells it to end: nothing half done stays. */
type Work<T> = (databaseUrl: string, signal: AbortSignal) => Promise<T>

interface Needs {
  /** The database may be new. */
  make?: boolean
  /** Not while the portal runs. */
  alone?: boolean
}

/** So long the server that a command started may take to stop, in milliseconds. */
const longestStop = 15_000
/** So long a portal may take to start its database again. */
const longestRestart = 10_000

/** The database of a portal that runs; it is not ours to start. */
async function ofRunningPortal(dataDir: string, folder: string): Promise<string> {
  for (const until = Date.now() + longestRestart; Date.now() < until; await pause(100)) {
    const url = await runningEmbedded(folder)
    if (url) return url
  }
  throw new Error(
    `A portal runs on DATA_DIR ${dataDir}, but its database does not. Look at its portal.log, or try again.`,
  )
}

/** Starts the embedded database for the time of the work; one that ran before, of a portal that was killed, goes on. */
async function onEmbedded<T>(folder: string, { signal, orLeave }: Interruption, work: Work<T>): Promise<T> {
  let callOff = () => {}
  const onSpawn = (pid: number) => {
    callOff = guardServer(pid)
  }
  try {
    const embedded = await startEmbedded(folder, quiet, { signal, onSpawn }).catch((error: unknown) => {
      // What was told to end did not fail.
      signal.throwIfAborted()
      throw error
    })
    try {
      return await orLeave(work(embedded.url, signal))
    } finally {
      if (!embedded.adopted) await embedded.stop(longestStop)
    }
  } finally {
    callOff()
  }
}

/**
 * Works on the portal's database: the server of DATABASE_URL, or the embedded one, which is used as it runs or started
 * for the time of the command.
 */
export async function withDatabase<T>(
  config: Config,
  { make = false, alone = false }: Needs,
  work: Work<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config
  const folder = join(dataDir, 'postgres')
  if (!databaseUrl) refuseMoved(dataDir)
  if (!databaseUrl && !make && !existsSync(folder))
    throw new Error(`There is no portal in DATA_DIR ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  if (databaseUrl && !alone) return interruptible(({ signal, orLeave }) => orLeave(work(databaseUrl, signal)))
  const held = await claim(dataDir)
  if (alone && !held) throw new Error(`A portal runs on DATA_DIR ${dataDir}. Stop it first.`)
  try {
    return await interruptible(async (interruption) => {
      const { signal, orLeave } = interruption
      if (databaseUrl) return orLeave(work(databaseUrl, signal))
      if (held) return onEmbedded(folder, interruption, work)
      return orLeave(ofRunningPortal(dataDir, folder).then((url) => work(url, signal)))
    })
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
