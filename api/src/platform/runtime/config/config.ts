import { join, resolve } from 'node:path'
import type { LetterheadFiles, LetterheadPictures } from '../../pdf/letterhead-pictures.ts'
import type { ProxySetting } from './addresses.ts'
import { environment, isLoopback } from './environment.ts'

/** What the environment may say of the academy, and the variable that says it. */
const academyVariables = {
  companyName: 'COMPANY_NAME',
  registration: 'COMPANY_REGISTRATION',
  address: 'COMPANY_ADDRESS',
  phone: 'CONTACT_PHONE',
  creditPrice: 'CREDIT_PRICE',
  lowBalance: 'LOW_BALANCE',
  language: 'MESSAGE_LANGUAGE',
} as const
export type AcademyDetail = keyof typeof academyVariables

/** A bucket of S3-compatible storage, and the key to it. */
export interface BucketAddress {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The portal's configuration. Money is integer sen. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The server itself, where `databaseUrl` is that of a pooler: for what needs a session of its own. */
  databaseDirectUrl: string | undefined
  /** For the role that owns the tables; a composed portal does not have it. */
  databaseOwnerUrl: string | undefined
  /** A standby for reports, and how many seconds it may lag. */
  replica: { url: string; longestLag: number } | undefined
  /** The pictures, and the key that signs their links; several portals on one database share it. */
  filesDir: string
  /** The key that marks audit records; several portals on one database share it. */
  auditKeyFile: string
  /** Where the end of the audit trail is noted each night, and who gets it by mail. */
  anchors: { file: string; mail: string | undefined }
  /** Where the portal backs itself up each night, if it does, and of how many days, weeks and months one is kept. */
  backups: {
    folder: string | undefined
    keep: { days: number; weeks: number; months: number }
    /** The public key of age to which they are encrypted. */
    recipient: string | undefined
    /** Where they are copied to as well. */
    offsite: BucketAddress | undefined
  }
  /** Where a database with data is backed up before it is migrated, unless that is switched off. */
  beforeMigrating: string | undefined
  /** Who gets alerts by mail. */
  alertMail: string | undefined
  company: { name: string; registration: string; address: string; phone: string } & LetterheadPictures
  /** Paths of the letterhead's pictures, read at start. */
  letterheadFiles: LetterheadFiles
  creditPriceSen: number
  /** Credits from which on down a wallet is low. */
  lowBalance: number
  /** In which members are told what they are told first. */
  language: 'en' | 'ms' | 'zh'
  /** The variables of the environment that say something about the academy, by what they say; the screens cannot change that. */
  given: Partial<Record<AcademyDetail, string>>
  appScheme: string
  admin: { username: string; password: string | undefined }
  demoData: boolean
  /** Of all users of the demo academy; without one each gets a random password. */
  demoPassword: string | undefined
  /** Whether new passwords may be given to all members at once. */
  memberPasswords: boolean
  publicUrl: string | undefined
  /** Come before what is given on the screens. */
  mail: { smtpUrl: string | undefined; from: string | undefined }
  payment: {
    /** Keys of the card provider; without them the sandbox is used, if it is on: with demo data on this machine alone, or asked for by name. */
    baseUrl: string | undefined
    keyId: string | undefined
    keySecret: string | undefined
    webhookSecret: string | undefined
    /** The URL of the provider's checkout script. */
    scriptUrl: string
    sandbox: boolean
  }
  /** Milliseconds that a screen waits for an answer. */
  requestTimeout: number
  /** Milliseconds until all headers, and headers and body, must have arrived. */
  slowest: { headersMs: number; bodyMs: number }
  /** Milliseconds that a portal which was told to stop goes on serving, so that calls go to others meanwhile. */
  drainMs: number
  /** Of one user; five minutes' worth may come at once. */
  callsPerMinute: number
  /** The bounds of event loop and heap beyond which calls are refused. */
  shed: { delayMs: number; heapPercent: number }
  /** Seconds that an access token lives unused, and its maximum lifetime. */
  session: { idleSeconds: number; longestSeconds: number }
  /** Other origins whose pages may call: `https://app.example.com`. */
  allowedOrigins: string[]
  /** The proxies whose X-Forwarded headers are believed. */
  trustProxy: ProxySetting | undefined
  /** Where the figures of the portal are told to who watches it, if anywhere. */
  metrics: { port: number; host: string } | undefined
  /** Where the log is written, if not to standard output. */
  logFile: string | undefined
  logLevel: string
}

/** Whether only this machine reaches the portal, as far as the settings tell. */
const isLocal = ({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }) =>
  isLoopback(HOST) && (!PUBLIC_URL || isLoopback(URL.parse(PUBLIC_URL)?.hostname ?? ''))

/** The address of the database server, past its pooler, if it is not the embedded one. */
export const serverOf = ({ databaseDirectUrl, databaseUrl }: Config): string | undefined =>
  databaseDirectUrl ?? databaseUrl

/** Reads the environment, in which a blank variable says nothing; throws one line per fault. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  // A blank HOST would be every address of the machine, a blank DATA_DIR the folder of the program.
  const given = Object.fromEntries(Object.entries(variables).filter(([, text]) => text?.trim()))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    // Of a list that a variable holds several parts may have the same fault.
    const faults = new Set(parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message}`))
    throw new Error(`The configuration is not usable:\n${[...faults].join('\n')}`)
  }
  const env = parsed.data
  const demoData = env.DEMO_DATA ?? env.DATABASE_URL === undefined
  const [days = 1, weeks = 0, months = 0] = env.BACKUP_KEEP.split(',').map(Number)
  const [ringgit = '0', sen = ''] = env.CREDIT_PRICE.split('.')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    replica: env.DATABASE_REPLICA_URL
      ? { url: env.DATABASE_REPLICA_URL, longestLag: env.DATABASE_REPLICA_LAG }
      : undefined,
    filesDir: resolve(env.FILES_DIR ?? join(env.DATA_DIR, 'files')),
    auditKeyFile: resolve(env.AUDIT_KEY_FILE ?? join(env.DATA_DIR, 'audit-key')),
    anchors: { file: resolve(env.ANCHOR_FILE ?? join(env.DATA_DIR, 'audit-anchors.log')), mail: env.ANCHOR_MAIL },
    backups: {
      folder: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
      keep: { days, weeks, months },
      recipient: env.BACKUP_RECIPIENT,
      offsite: env.S3_ENDPOINT
        ? {
            endpoint: env.S3_ENDPOINT,
            bucket: env.S3_BUCKET ?? '',
            region: env.S3_REGION,
            accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
          }
        : undefined,
    },
    beforeMigrating: env.BACKUP_BEFORE_MIGRATING
      ? resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'before-migrating'))
      : undefined,
    alertMail: env.ALERT_MAIL,
    company: {
      name: env.COMPANY_NAME,
      registration: env.COMPANY_REGISTRATION,
      address: env.COMPANY_ADDRESS,
      phone: env.CONTACT_PHONE,
    },
    letterheadFiles: { logo: env.COMPANY_LOGO, background: env.RECEIPT_BACKGROUND },
    creditPriceSen: Number(ringgit) * 100 + Number(sen.padEnd(2, '0')),
    lowBalance: Number(env.LOW_BALANCE),
    language: env.MESSAGE_LANGUAGE,
    given: Object.fromEntries(Object.entries(academyVariables).filter(([, variable]) => given[variable])),
    appScheme: env.APP_SCHEME,
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
    demoData,
    demoPassword: env.DEMO_PASSWORD,
    memberPasswords: env.MEMBER_PASSWORDS,
    publicUrl: env.PUBLIC_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    payment: {
      baseUrl: env.PAYMENT_BASE_URL,
      keyId: env.PAYMENT_KEY_ID,
      keySecret: env.PAYMENT_KEY_SECRET,
      webhookSecret: env.PAYMENT_WEBHOOK_SECRET,
      scriptUrl: env.PAYMENT_SCRIPT_URL,
      sandbox: env.PAYMENT_BASE_URL === undefined && (env.PAYMENT_SANDBOX ?? (demoData && isLocal(env))),
    },
    requestTimeout: env.REQUEST_TIMEOUT,
    slowest: { headersMs: env.HEADERS_TIMEOUT * 1000, bodyMs: env.BODY_TIMEOUT * 1000 },
    drainMs: env.DRAIN_SECONDS * 1000,
    callsPerMinute: env.CALLS_PER_MINUTE,
    shed: { delayMs: env.SHED_DELAY, heapPercent: env.SHED_HEAP },
    session: { idleSeconds: env.SESSION_MINUTES * 60, longestSeconds: env.SESSION_HOURS * 3600 },
    allowedOrigins: env.ALLOWED_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: Number(env.METRICS_PORT), host: env.METRICS_HOST },
    logFile: env.LOG_FILE && resolve(env.LOG_FILE),
    logLevel: env.LOG_LEVEL,
  }
}
