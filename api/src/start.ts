import { createHmac } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import {
  addressNow,
  backUp,
  connect,
  type Database,
  type DatabaseAddress,
  listening,
  mailSettings,
  openAuditKey,
  openDatabase,
  readAuditKey,
  readingLog,
  type ScratchServer,
  standbyOf,
  type TrailEnd,
  tryRestore,
} from './platform/data/index.ts'
import { linkSecret, localPictures } from './platform/files/index.ts'
import { background } from './platform/jobs/index.ts'
import { letterheadPictures } from './platform/pdf/index.ts'
import {
  type Clock,
  type Config,
  folderFor,
  mailerOf,
  type Portal,
  systemClock,
  type Tracing,
} from './platform/runtime/index.ts'
import { authenticate, isSession, recognise } from './staff/staff.ts'

/** Throws where DATABASE_URL and DATABASE_DIRECT_URL are not the same database as seen by the same role. */
async function checkSame(database: Database, directUrl: string) {
  const asked = `select concat_ws(' ', current_database(), current_user, pg_postmaster_start_time()) as place`
  const direct = await connect(directUrl)
  try {
    const [here] = await database.query<{ place: string }>(sql.raw(asked))
    const [there] = (await direct.query<{ place: string }>(asked)).rows
    if (here?.place !== there?.place)
      throw new Error('DATABASE_DIRECT_URL names another database, or another role, than DATABASE_URL')
  } finally {
    await direct.end()
  }
}

/**
 * The keys that lie where a variable says, and are the same for all portals on a database. A missing one is usual at a first start; later it is
 * a slip in the path, or a disk that is not mounted.
 */
const sharedKeys = ({ dataDir, filesDir, auditKeyFile }: Config) =>
  [
    { variable: 'FILES_DIR', file: join(filesDir, 'link.key') },
    { variable: 'AUDIT_KEY_FILE', file: auditKeyFile },
  ].filter(({ file }) => ![dataDir, join(dataDir, 'files')].includes(dirname(file)))

/** Throws for a log that cannot be begun, in a folder that is missing for example: nobody would notice until it is needed. */
async function checkLog(file: string): Promise<void> {
  // A pipe that nobody reads yet would be waited for; it and a full disk are no reasons not to start.
  const opened = await open(
    file,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK,
    0o600,
  ).catch((error: NodeJS.ErrnoException) => {
    if (/^(ENXIO|ENOSPC|EDQUOT)$/.test(error.code ?? '')) return
    throw new Error(`LOG_FILE ${file} cannot be written: ${error.message}`, { cause: error })
  })
  await opened?.close()
}

/** Throws where the log, pictures, keys or folders that the settings name cannot be used: asked before anything is done in the database. */
export async function checkFiles({ logFile, letterheadFiles, filesDir, auditKeyFile }: Config): Promise<void> {
  if (logFile) await checkLog(logFile)
  await letterheadPictures(letterheadFiles)
  if (!existsSync(join(filesDir, 'link.key'))) folderFor('FILES_DIR', filesDir)
  if (!(await readAuditKey(auditKeyFile))) folderFor('The folder of AUDIT_KEY_FILE,', dirname(auditKeyFile))
}

/** Composes a portal on a migrated database; `server` is where back-ups are tried, by default as the role given. */
export async function openPortal(
  config: Config,
  databaseUrl: DatabaseAddress,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
  server: ScratchServer = {
    owner: () => config.databaseOwnerUrl ?? config.databaseDirectUrl ?? addressNow(databaseUrl),
  },
  tracing?: Tracing,
): Promise<Portal & { close(): Promise<void> }> {
  const company = { ...config.company, ...(await letterheadPictures(config.letterheadFiles)) }
  const behindPooler = config.databaseDirectUrl
  const directUrl = behindPooler ?? databaseUrl
  const database = openDatabase(databaseUrl, {
    behindPooler,
    onSlow: (statement, ms) => log.warn({ ms: Math.round(ms), statement: statement.slice(0, 500) }, 'a slow statement'),
    onStatement: tracing?.statement,
  })
  try {
    await database.checkSettings()
    if (behindPooler) await checkSame(database, behindPooler)
  } catch (fault) {
    await database.close()
    throw fault
  }
  const standby = config.replica ? standbyOf(database, config.replica.url, { ...config.replica, log }) : null
  const changes = listening(directUrl, log)
  const made = sharedKeys(config).filter(({ file }) => !existsSync(file))
  const auditKey = await openAuditKey(config.auditKeyFile, async () => {
    const [end] = await database.query<TrailEnd>(
      sql`select position::float8 as position, encode(hash, 'hex') as hash from audit_head`,
    )
    if (!end) throw new Error('The end of the audit trail is not there any more: npm run portal -- verify')
    return end
  })
  const [last] = await database.query<{ key: string | null }>(
    sql`select split_part(mac, '.', 1) as key from audit_record order by position desc limit 1`,
  )
  if (last?.key && last.key !== auditKey.id)
    log.warn(
      `The audit trail was marked with another key than ${config.auditKeyFile} last: verify cannot prove both. All portals and commands on a database need the same AUDIT_KEY_FILE`,
    )
  const files = config.filesDir
  const pictures = await localPictures(files, clock)
  const secret = await linkSecret(files)
  for (const { variable, file } of made)
    log.warn(
      `${variable}: ${file} was not there and was made. Where several portals share one, look whether it is this one`,
    )
  const keyed = (text: string) => createHmac('sha256', secret).update(`hash\n${text}`).digest()
  const mailer = mailerOf(() => mailSettings({ config, database, keyed }))
  const work = background((error) => log.error({ error }, 'in the background'))
  return {
    config: { ...config, company, databaseOwnerUrl: undefined },
    clock,
    database,
    standby,
    auditKey,
    changes,
    readings: readingLog({ database, clock, background: work, log }),
    pictures,
    mailer,
    background: work,
    backUp: (folder, at, signal) =>
      backUp({ databaseUrl: addressNow(directUrl), files, recipient: config.backups.recipient }, folder, at, signal),
    tryBackup: (folder, look) => tryRestore(server, folder, config.dataDir, look),
    log,
    keyed,
    authenticate: (token) => authenticate(database, clock, config.session, token),
    recognise: (token) => recognise(database, clock, token),
    isSession: (id) => isSession(database, clock, id),
    async close() {
      await work.settled()
      mailer.close()
      await changes.close()
      await standby?.close()
      await database.close()
    },
  }
}
