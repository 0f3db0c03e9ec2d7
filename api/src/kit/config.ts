import { resolve } from 'node:path'
import { z } from 'zod'

const blank = (schema: z.ZodType<string | undefined>) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema)
const optional = blank(z.string().optional())
const switchOf = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((text) => ['on', 'true', '1'].includes(text))

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional,
  COMPANY_NAME: z.string().default('Academy'),
  COMPANY_REGISTRATION: z.string().default(''),
  COMPANY_ADDRESS: z.string().default(''),
  CONTACT_PHONE: z.string().default(''),
  /** RM of one credit. */
  CREDIT_PRICE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, 'an amount in RM with at most two decimals, for example 1.00')
    .default('1.00'),
  APP_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, 'a link scheme in small letters, for example academy')
    .default('academy'),
  ADMIN_USERNAME: z.string().default('admin'),
  ADMIN_PASSWORD: blank(z.string().min(8, 'at least 8 characters').optional()),
  DEMO_DATA: switchOf.optional(),
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
  TRUST_PROXY: switchOf.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The portal's configuration. Money is integer sen. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  company: { name: string; registration: string; address: string; phone: string }
  creditPriceSen: number
  appScheme: string
  admin: { username: string; password: string | undefined }
  demoData: boolean
  publicUrl: string | undefined
  /** Without a server, mails go to the outbox. */
  mail: { smtpUrl: string | undefined; from: string }
  trustProxy: boolean
  logLevel: string
}

/** Reads the environment; throws one line per fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(environment)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
  const env = parsed.data
  const [ringgit = '0', sen = ''] = env.CREDIT_PRICE.split('.')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    company: {
      name: env.COMPANY_NAME,
      registration: env.COMPANY_REGISTRATION,
      address: env.COMPANY_ADDRESS,
      phone: env.CONTACT_PHONE,
    },
    creditPriceSen: Number(ringgit) * 100 + Number(sen.padEnd(2, '0')),
    appScheme: env.APP_SCHEME,
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
    demoData: env.DEMO_DATA ?? env.DATABASE_URL === undefined,
    publicUrl: env.PUBLIC_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'academy@localhost' },
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  }
}
