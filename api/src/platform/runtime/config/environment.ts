/** The environment variables of the portal. */
import { z } from 'zod'
import { addressesIn } from '../data-dir/data-location.ts'
import { type ProxySetting, rangesIn } from './addresses.ts'

const optional = z.string().optional()
const switchOf = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'on or off' })
  .transform((text) => ['on', 'true', '1'].includes(text))

const between = (least: number, most: number) => {
  const error = `a number from ${least} to ${most}`
  return z.coerce.number({ error }).min(least, { error }).max(most, { error })
}
const whole = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

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

const isPostgres = (address: string) => /^postgres(ql)?:/.test(address) && URL.canParse(address)

const hasHost = (address: string) => Boolean(URL.parse(address)?.hostname)

/** With a bare % in its password the address could not be read later, when a mail is sent. */
function isWellEscaped(address: string): boolean {
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

/** Of one server, or of several, one of which takes changes. */
const databaseAddress = optional
  // Before the last @ stands the user, so that the first of these servers would be taken for a part of a name.
  .refine(
    (given = '') => !/^\w+:\/\/[^/?#]*@[^/?#]*,[^/?#]*@|,\s*\w+:\/\//.test(given),
    'one user and password for all servers, before the first, as in postgres://user:password@db1,db2/academy; an @ in them is written %40',
  )
  .refine((given = '') => {
    const addresses = addressesIn(given)
    return given === '' || (addresses.every(isPostgres) && (addresses.length === 1 || addresses.every(hasHost)))
  }, 'a PostgreSQL address, for example postgres://user:password@db.example.com/academy')
const oneDatabaseAddress = optional.refine(
  (given) => given === undefined || isPostgres(given),
  'the PostgreSQL address of one server, for example postgres://user:password@db.example.com/academy',
)

const variables = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
  DATABASE_REPLICA_URL: oneDatabaseAddress,
  /** Seconds. */
  DATABASE_REPLICA_LAG: whole(0, 3600).default(60),
  FILES_DIR: optional,
  AUDIT_KEY_FILE: optional,
  ANCHOR_FILE: optional,
  ANCHOR_MAIL: z
    .string()
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example auditor@example.com')
    .optional(),
  BACKUP_DIR: optional,
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'of how many days, weeks and months a back-up is kept, for example 7,4,12')
    .default('7,4,12')
    .refine((given) => !given.startsWith('0,'), 'at least the back-up of one day is kept'),
  BACKUP_RECIPIENT: z
    .string()
    .refine((given) => !/secret-key/i.test(given), 'this is a private key; give the public one, which begins with age1')
    .regex(/^age1[0-9a-z]{50,}$|secret-key/i, 'the public key of age, for example age1..., as age-keygen -y prints it')
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address, for example https://s3.eu-central-1.amazonaws.com' })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, in small letters')
    .optional(),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_REGION: z.string().default('us-east-1'),
  BACKUP_BEFORE_MIGRATING: switchOf.default(true),
  ALERT_MAIL: z
    .string()
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example owner@example.com')
    .optional(),
  COMPANY_NAME: z.string().default('Academy'),
  COMPANY_REGISTRATION: z.string().default(''),
  COMPANY_ADDRESS: z.string().default(''),
  CONTACT_PHONE: z.string().default(''),
  COMPANY_LOGO: optional,
  RECEIPT_BACKGROUND: optional,
  /** RM of one credit. */
  CREDIT_PRICE: z
    .string()
    .regex(
      /^(?=.*[1-9])\d{1,4}(\.\d{1,2})?$/,
      'an amount in RM above 0 and below 10000 with at most two decimals, for example 1.00',
    )
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
  ADMIN_PASSWORD: z.string().min(8, 'at least 8 characters').optional(),
  DEMO_DATA: switchOf.optional(),
  MEMBER_PASSWORDS: switchOf.default(false),
  DEMO_PASSWORD: z.string().min(8, 'at least 8 characters').optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'the address people use, for example https://portal.example.com' })
    .refine((url) => !/[?#@]/.test(url), 'the address alone, for example https://portal.example.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'a mail server, for example smtps://user:password@mail.example.com' })
    .refine(hasHost, 'names no server, as in smtps://user:password@mail.example.com')
    .refine(isWellEscaped, 'a % in user or password is written %25')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'one plain address, for example portal@example.com')
    .optional(),
  PAYMENT_KEY_ID: optional,
  PAYMENT_KEY_SECRET: optional,
  PAYMENT_WEBHOOK_SECRET: optional,
  PAYMENT_BASE_URL: z
    .url({ protocol: /^https?$/, error: "the card provider's address, for example https://api.razorpay.com" })
    .optional(),
  PAYMENT_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: "the address of the card provider's checkout script" })
    .default('https://checkout.razorpay.com/v1/checkout.js'),
  PAYMENT_SANDBOX: switchOf.optional(),
  /** Milliseconds. */
  REQUEST_TIMEOUT: whole(1000, 600_000).default(30_000),
  /** Seconds. */
  HEADERS_TIMEOUT: whole(1, 60).default(10),
  BODY_TIMEOUT: whole(1, 600).default(30),
  DRAIN_SECONDS: whole(0, 300).default(0),
  CALLS_PER_MINUTE: whole(60, 1_000_000).default(1200),
  /** Milliseconds that the event loop may be late on the average, and percent of the heap's limit; 0 never sheds. */
  SHED_DELAY: whole(0, 60_000).default(1000),
  SHED_HEAP: between(0, 100).default(90),
  SESSION_MINUTES: whole(5, 1440).default(30),
  SESSION_HOURS: whole(1, 168).default(12),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(
      z.array(z.string().regex(/^https?:\/\/[^/\s*]+$/, 'origins like https://app.example.com, joined with commas')),
    ),
  TRUST_PROXY: proxies.prefault(''),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'a port, for example 9464')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'where traces are sent, for example http://127.0.0.1:4318' })
    .optional(),
  /** The share of calls that are traced. */
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).optional(),
  LOG_FILE: optional,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

const paymentKeys = ['PAYMENT_KEY_ID', 'PAYMENT_KEY_SECRET', 'PAYMENT_WEBHOOK_SECRET'] as const

const bucketSettings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const databaseIn = (url: string) => URL.parse(addressesIn(url)[0] ?? '')?.pathname

/** The variables with their rules, alone and together. */
export const environment = variables.superRefine((env, context) => {
  const fault = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message, input: undefined })
  if (env.PAYMENT_BASE_URL) for (const name of paymentKeys) if (!env[name]) fault(name, 'needed with PAYMENT_BASE_URL')
  for (const other of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[other] && !env.DATABASE_URL) fault('DATABASE_URL', `needed with ${other}`)
  // Of a slip the wrong one would be migrated. A pooler may give the database a name of its own.
  const portals = env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  for (const other of ['DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'] as const) {
    const named = env[other]
    if (named && env.DATABASE_URL && databaseIn(named) !== databaseIn(env[portals] ?? ''))
      fault(other, `names another database than ${portals}`)
  }
  const given = bucketSettings.find((name) => env[name])
  if (given)
    for (const name of [...bucketSettings, 'BACKUP_DIR'] as const) if (!env[name]) fault(name, `needed with ${given}`)
  // Over such a line whoever listens would read the members' data.
  if (env.S3_ENDPOINT?.startsWith('http:') && !env.BACKUP_RECIPIENT && !isLoopback(new URL(env.S3_ENDPOINT).hostname))
    fault('S3_ENDPOINT', 'https, or a BACKUP_RECIPIENT to encrypt back-ups to')
  if (Number(env.METRICS_PORT) > 65_535) fault('METRICS_PORT', 'at most 65535')
  const everywhere = ['0.0.0.0', '::']
  const isShared =
    env.HOST === env.METRICS_HOST || [env.HOST, env.METRICS_HOST].some((host) => everywhere.includes(host))
  if (isShared && env.PORT > 0 && Number(env.METRICS_PORT) === env.PORT)
    fault('METRICS_PORT', 'another port than PORT, on which the portal itself listens')
  if (env.BODY_TIMEOUT < env.HEADERS_TIMEOUT) fault('BODY_TIMEOUT', 'at least HEADERS_TIMEOUT, which it includes')
  // Otherwise a forgotten address would mean credit sold for nothing.
  if (!env.PAYMENT_BASE_URL && env.PAYMENT_KEY_ID?.startsWith('rzp_live_'))
    fault('PAYMENT_BASE_URL', 'needed with live keys, for example https://api.razorpay.com')
})
