import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import {
  beforeMigrating,
  bringUpToDate,
  connect,
  type DatabaseUrls,
  inTransaction,
  openDatabase,
  readAuditKey,
  refuseEmpty,
  refuseHalfRestored,
  standbyOf,
  type Tx,
} from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Config, claimDataDir, locationOf, type Portal, refuseMoved, serverOf } from '../platform/runtime/index.ts'
import { runningEmbedded, startEmbedded } from '../postgres/postgres.ts'
import { openPortal } from '../start.ts'
import { type Given, UsageError } from './command.ts'
import { guardServer, type Interruption, interruptible } from './interruption.ts'

const quiet = () => {}

/** The lock on DATA_DIR; null while the portal holds it. */
const claim = (dataDir: string) =>
  claimDataDir(dataDir).catch((error: Error) => {
    if (/^Another portal/.test(error.message)) return null
    throw error
  })

/** Aborts the command; nothing half done stays. */
type Work<T> = (database: DatabaseUrls, signal: AbortSignal) => Promise<T>

interface Needs {
  /** Whether the database may be a new one. */
  make?: boolean
  /** Whether the command is refused while the portal runs. */
  alone?: boolean
  /** Whether the database may hold a restore that was cut short. */
  restoring?: boolean
}

/** Milliseconds that a server started by a command may take to stop. */
const longestStop = 15_000
/** Milliseconds that a portal may take to restart its database. */
const longestRestart = 10_000

/** The database of a running portal, which is not ours to start. */
async function ofRunningPortal(dataDir: string, folder: string): Promise<DatabaseUrls> {
  for (const until = Date.now() + longestRestart; Date.now() < until; await pause(100)) {
    const urls = await runningEmbedded(folder)
    if (urls) return urls
  }
  throw new Error(`A portal runs on DATA_DIR ${dataDir}, but its database does not. Look at its log, or try again.`)
}

/** Starts the embedded database for the duration of the work; one left running by a killed portal keeps running. */
async function onEmbedded<T>(folder: string, { signal, orLeave }: Interruption, work: Work<T>): Promise<T> {
  let callOff = () => {}
  const onSpawn = (pid: number) => {
    callOff = guardServer(pid)
  }
  try {
    const embedded = await startEmbedded(folder, quiet, { signal, onSpawn }).catch((error: unknown) => {
      // An interrupted command did not fail.
      signal.throwIfAborted()
      throw error
    })
    try {
      return await orLeave(work({ owner: embedded.ownerUrl(), portal: embedded.url }, signal))
    } finally {
      if (!embedded.adopted) await embedded.stop(longestStop)
    }
  } finally {
    callOff()
  }
}

/** A server that is not there is named before anything is begun on it. */
async function onServer<T>({ owner }: DatabaseUrls, work: () => Promise<T>): Promise<T> {
  await (await connect(owner)).end()
  return work()
}

/**
 * Works on the portal's database: the server of DATABASE_URL, past its pooler, or the embedded one, used as it runs or
 * started for the duration of the command.
 */
export async function withDatabase<T>(
  config: Config,
  { make = false, alone = false, restoring = false }: Needs,
  task: Work<T>,
): Promise<T> {
  const work: Work<T> = async (database, signal) => {
    if (!restoring) await refuseHalfRestored(database.owner)
    if (!make) await refuseEmpty(database.owner)
    return task(database, signal)
  }
  const { dataDir, databaseOwnerUrl } = config
  const databaseUrl = serverOf(config)
  const given = databaseUrl && { owner: databaseOwnerUrl ?? databaseUrl, portal: databaseUrl }
  const folder = join(dataDir, 'postgres')
  if (!databaseUrl) refuseMoved(dataDir)
  if (!databaseUrl && !make && !existsSync(folder))
    throw new Error(`There is no portal in DATA_DIR ${dataDir}. Set DATA_DIR or DATABASE_URL to where it is.`)
  if (given && !alone)
    return interruptible(({ signal, orLeave }) => orLeave(onServer(given, () => work(given, signal))))
  const held = await claim(dataDir)
  if (alone && !held) throw new Error(`A portal runs on DATA_DIR ${dataDir}. Stop it first.`)
  try {
    return await interruptible(async (interruption) => {
      const { signal, orLeave } = interruption
      if (given) return orLeave(onServer(given, () => work(given, signal)))
      if (held) return onEmbedded(folder, interruption, work)
      return orLeave(ofRunningPortal(dataDir, folder).then((urls) => work(urls, signal)))
    })
  } finally {
    await held?.release()
  }
}
/**
 * Where a command reads a whole database: as its owner, or, with --standby, from the standby once that has everything which
 * is committed now.
 */
export async function readingUrl({ config, options, say }: Given, { owner }: DatabaseUrls): Promise<string> {
  if (!options.standby) return owner
  if (!config.replica) throw new UsageError('Set DATABASE_REPLICA_URL to the standby.')
  const { url } = config.replica
  const primary = openDatabase(owner, { connections: 1 })
  const standby = standbyOf(primary, url, { ...config.replica, log: pino({ level: 'silent' }) })
  try {
    const { asOf } = await standby.caughtUp()
    say(`Read from the standby ${locationOf(url)} as of ${asOf}`)
    return url
  } finally {
    await standby.close()
    await primary.close()
  }
}

/** One transaction as the command line on the newest schema. */
export async function withPortal<T>(config: Config, database: DatabaseUrls, work: (tx: Tx) => Promise<T>): Promise<T> {
  await bringUpToDate(database, undefined, beforeMigrating(config))
  return onPresentSchema(config, database.portal, work)
}

/**
 * Throws where the trail bears the mark of a key that is not here. A command would make a new one for its record, which the
 * right key, laid down later, could never prove.
 */
async function refuseWithoutKey({ auditKeyFile }: Config, url: string): Promise<void> {
  if (await readAuditKey(auditKeyFile)) return
  const database = openDatabase(url, { connections: 1 })
  try {
    const [trail] = await database.query<{ isMarked: boolean }>(
      sql`select exists (select from audit_record where mac is not null) as is_marked`,
    )
    if (trail?.isMarked)
      throw new Error(
        `The key that marks the audit trail is not here (AUDIT_KEY_FILE ${auditKeyFile}). Lay it there; where it is lost, a start of the portal begins a new one`,
      )
  } finally {
    await database.close()
  }
}

/** One transaction as the command line on the existing schema. */
export const onPresentSchema = <T>(config: Config, url: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withOpenPortal(config, url, (portal) => inTransaction(portal, systemCaller('command line'), {}, work))

/** For work in transactions of its own: one around it would be idle meanwhile, and ended for that. */
export async function withOpenPortal<T>(config: Config, url: string, work: (portal: Portal) => Promise<T>): Promise<T> {
  await refuseWithoutKey(config, url)
  // The address is the server's already.
  const portal = await openPortal(
    { ...config, databaseDirectUrl: undefined, replica: undefined },
    url,
    pino({ level: 'silent' }),
  )
  try {
    return await work(portal)
  } finally {
    await portal.close()
  }
}
