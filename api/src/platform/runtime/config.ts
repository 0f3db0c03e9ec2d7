import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { LetterheadFiles, LetterheadPictures } from '../pdf/letterhead-pictures.ts'
import { type ProxySetting, rangesIn } from './addresses.ts'

const blank = (schema: z.ZodType<string | undefined>) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema)
const optional = blank(z.string().optional())
const switchOf = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((text) => ['on', 'true', '1'].includes(text))

/** `on` would let every caller write any address into X-Forwarded-For. */
const proxies = z.string().transform((text, context): ProxySetting | undefined => {
  const said = text.trim()
  if (['', 'off', 'false', '0'].includes(said)) return undefined
  if (/^[1-9]$/.test(said)) return { hops: Number(said) }
  const ranges = said.split(',').map((part) => part.trim())
  if (rangesIn(ranges)) return { ranges }
  const wanted = 'the number of proxies (1), or their addresses or ranges, for example 10.0.0.5, 10.1.0.0/16'
  const isSwitch = /^(on|true|yes)$/i.test(said)
  context.addIssue({
    code: 'custom',
    message: isSwitch ? `"${said}" would believe any address that a caller makes up; name ${wanted}` : wanted,
  })
  return z.NEVER
})

const databaseAddress = optional.refine(
  (given) => given === undefined || (/^postgres(ql)?:/.test(given) && URL.canParse(given)),
  'a PostgreSQL address, for example postgres://user:password@db.example.com/academy',
)

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
  DATABASE_REPLICA_URL: databaseAddress,
  /** Seconds. */
  DATABASE_REPLICA_LAG: z.coerce.number().int().min(0).max(3600).default(60),
  FILES_DIR: optional,
  AUDIT_KEY_FILE: optional,
  ANCHOR_FILE: optional,
  ANCHOR_MAIL: blank(
    z
      .string()
      .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example auditor@example.com')
      .optional(),
  ),
  BACKUP_DIR: optional,
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'of how many days, weeks and months a back-up is kept, for example 7,4,12')
    .default('7,4,12')
    .refine((given) => !given.startsWith('0,'), 'at least the back-up of one day is kept'),
  BACKUP_RECIPIENT: blank(
    z
      .string()
      .refine(
        (given) => !/secret-key/i.test(given),
        'this is a private key; give the public one, which begins with age1',
      )
      .regex(
        /^age1[0-9a-z]{50,}$|secret-key/i,
        'the public key of age, for example age1..., as age-keygen -y prints it',
      )
      .optional(),
  ),
  S3_ENDPOINT: blank(
    z.url({ protocol: /^https?$/, error: 'an address, for example https://s3.eu-central-1.amazonaws.com' }).optional(),
  ),
  S3_BUCKET: blank(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, in small letters')
      .optional(),
  ),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_REGION: z.string().default('us-east-1'),
  BACKUP_BEFORE_MIGRATING: switchOf.default(true),
  ALERT_MAIL: blank(
    z
      .string()
      .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example owner@example.com')
      .optional(),
  ),
  COMPANY_NAME: z.string().default('Academy'),
  COMPANY_REGISTRATION: z.string().default(''),
  COMPANY_ADDRESS: z.string().default(''),
  CONTACT_PHONE: z.string().default(''),
  COMPANY_LOGO: optional,
  RECEIPT_BACKGROUND: optional,
  /** RM of one credit. */
  CREDIT_PRICE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, 'an amount in RM with at most two decimals, for example 1.00')
    .default('1.00'),
  /** Credits. */
  LOW_BALANCE: z
    .string()
    .regex(/^\d{1,4}$/, 'whole credits from 0 to 9999, for example 50')
    .default('50'),
  MESSAGE_LANGUAGE: z.enum(['en', 'ms', 'zh'], { error: 'en, ms or zh' }).default('en'),
  APP_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, 'a link scheme in small letters, for example academy')
    .default('academy'),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: blank(z.string().min(8, 'at least 8 characters').optional()),
  DEMO_DATA: switchOf.optional(),
  MEMBER_PASSWORDS: switchOf.default(false),
  DEMO_PASSWORD: blank(z.string().min(8, 'at least 8 characters').optional()),
  PUBLIC_URL: optional,
  SMTP_URL: blank(
    z
      .url({ protocol: /^smtps?$/, error: 'a mail server, for example smtps://user:password@mail.example.com' })
      .optional(),
  ),
  MAIL_FROM: blank(
    z
      .string()
      .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example portal@example.com')
      .optional(),
  ),
  PAYMENT_KEY_ID: optional,
  PAYMENT_KEY_SECRET: optional,
  PAYMENT_WEBHOOK_SECRET: optional,
  PAYMENT_BASE_URL: blank(
    z
      .url({ protocol: /^https?$/, error: "the card provider's address, for example https://api.razorpay.com" })
      .optional(),
  ),
  PAYMENT_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: "the address of the card provider's checkout script" })
    .default('https://checkout.razorpay.com/v1/checkout.js'),
  PAYMENT_SANDBOX: switchOf.optional(),
  /** Milliseconds. */
  REQUEST_TIMEOUT: z.coerce.number().int().min(1000).max(600_000).default(30_000),
  /** Seconds. */
  HEADERS_TIMEOUT: z.coerce.number().int().min(1).max(60).default(10),
  BODY_TIMEOUT: z.coerce.number().int().min(1).max(600).default(30),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(1200),
  /** Milliseconds that the event loop may be late on the average, and percent of the heap's limit; 0 never sheds. */
  SHED_DELAY: z.coerce.number().int().min(0).max(60_000).default(1000),
  SHED_HEAP: z.coerce.number().min(0).max(100).default(90),
  SESSION_MINUTES: z.coerce.number().int().min(5).max(1440).default(30),
  SESSION_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(
      z.array(z.string().regex(/^https?:\/\/[^/\s*]+$/, 'origins like https://app.example.com, joined with commas')),
    ),
  TRUST_PROXY: proxies.prefault(''),
  METRICS_PORT: blank(
    z
      .string()
      .regex(/^\d{1,5}$/, 'a port, for example 9464')
      .optional(),
  ),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_FILE: optional,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

const paymentKeys = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const

const bucketSettings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const databaseIn = (url: string) => URL.parse(url)?.pathname

const schema = environment.superRefine((env, context) => {
  const fault = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message, input: undefined })
  if (env.PAYMENT_BASE_URL) for (const name of paymentKeys) if (!env[name]) fault(name, 'needed with PAYMENT_BASE_URL')
  for (const other of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[other] && !env.DATABASE_URL) fault('DATABASE_URL', `needed with ${other}`)
  // Of a slip the wrong one would be migrated. A pooler may give the database a name of its own.
  const portals = env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  if (
    env.DATABASE_OWNER_URL &&
    env.DATABASE_URL &&
    databaseIn(env.DATABASE_OWNER_URL) !== databaseIn(env[portals] ?? '')
  )
    fault('DATABASE_OWNER_URL', `names another database than ${portals}`)
  const given = bucketSettings.find((name) => env[name])
  if (given)
    for (const name of [...bucketSettings, 'BACKUP_DIR'] as const) if (!env[name]) fault(name, `needed with ${given}`)
  // Over such a line whoever listens would read the members' data.
  if (env.S3_ENDPOINT?.startsWith('http:') && !env.BACKUP_RECIPIENT && !isLoopback(new URL(env.S3_ENDPOINT).hostname))
    fault('S3_ENDPOINT', 'https, or a BACKUP_RECIPIENT to encrypt back-ups to')
  if (Number(env.METRICS_PORT) > 65_535) fault('METRICS_PORT', 'at most 65535')
  if (env.BODY_TIMEOUT < env.HEADERS_TIMEOUT) fault('BODY_TIMEOUT', 'at least HEADERS_TIMEOUT, which it includes')
  // Otherwise a forgotten address would mean credit sold for nothing.
  if (!env.PAYMENT_BASE_URL && env.PAYMENT_KEY_ID?.startsWith('rzp_live_'))
    fault('PAYMENT_BASE_URL', 'needed with live keys, for example https://api.razorpay.com')
})

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

/** Reads the environment; throws one line per fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(environment)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
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
    given: Object.fromEntries(Object.entries(academyVariables).filter(([, variable]) => environment[variable]?.trim())),
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
