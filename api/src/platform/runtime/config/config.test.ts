import { expect, test } from 'vitest'
import { addressesIn, locationOf } from '../data-dir/data-location.ts'
import { readConfig, serverOf } from './config.ts'

const demo = { DEMO_DATA: 'on', HOST: '127.0.0.1' }
const keys = { PAYMENT_KEY_ID: 'id', PAYMENT_KEY_SECRET: 'secret', PAYMENT_WEBHOOK_SECRET: 'other' }

test.each([
  ['a first start on this machine', {}, true],
  ['the demo academy on localhost', { ...demo, HOST: 'localhost' }, true],
  ['the demo academy on ::1', { ...demo, HOST: '::1' }, true],
  ['the demo academy whose address is this machine', { ...demo, PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  ['the demo academy in the office network', { ...demo, HOST: '0.0.0.0' }, false],
  ['a name that only begins like this machine', { ...demo, HOST: '127.0.0.1.example.com' }, false],
  ['the demo academy behind a public address', { ...demo, PUBLIC_URL: 'https://portal.example.com' }, false],
  ['a portal without demo data', { ...demo, DEMO_DATA: 'off' }, false],
  ['a portal on a database server', { DATABASE_URL: 'postgres://db.example.com/academy' }, false],
  ['a portal that asks for it by name', { HOST: '0.0.0.0', DEMO_DATA: 'off', PAYMENT_SANDBOX: 'on' }, true],
  ['the demo academy that refuses it', { ...demo, PAYMENT_SANDBOX: 'off' }, false],
  ['a portal with a provider', { PAYMENT_BASE_URL: 'https://api.razorpay.com', ...keys, PAYMENT_SANDBOX: 'on' }, false],
])('%s has test payments: %#', (_, environment, sandbox) => {
  expect(readConfig(environment).payment.sandbox).toBe(sandbox)
})

test('passwords of all members are off until they are switched on', () => {
  expect(readConfig({}).memberPasswords).toBe(false)
  expect(readConfig({ MEMBER_PASSWORDS: 'on' }).memberPasswords).toBe(true)
})

test('what is blank is not given, and what cannot be is named', () => {
  const blank = readConfig({ COMPANY_NAME: ' ', ADMIN_USERNAME: '', PUBLIC_URL: '' })
  expect([blank.company.name, blank.admin.username, blank.publicUrl]).toEqual(['Academy', 'admin', undefined])
  const without = readConfig({})
  for (const name of [
    'HOST',
    'PORT',
    'DATA_DIR',
    'METRICS_HOST',
    'SHED_DELAY',
    'DEMO_DATA',
    'LOG_LEVEL',
    'BACKUP_KEEP',
  ])
    expect(readConfig({ [name]: ' ' }), name).toEqual(without)
  const figures = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '' }).metrics
  expect(figures).toEqual({ port: 9464, host: '127.0.0.1' })
  for (const [name, value, says] of [
    ['PUBLIC_URL', 'portal.example.com', 'the address people use'],
    ['PUBLIC_URL', 'https://portal.example.com/?a=b', 'the address alone'],
    ['SMTP_URL', 'smtp://', 'a mail server|names no server'],
    ['SMTP_URL', 'smtp:mail.example.com', 'names no server'],
    ['SMTP_URL', 'smtp://portal:100%@mail.example.com', 'a % in user or password is written %25'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nonsense', 'where traces are sent'],
    ['OTEL_TRACES_SAMPLER_ARG', '5', 'a number from 0 to 1'],
    ['PORT', '99999', 'a whole number from 0 to 65535'],
    ['SESSION_HOURS', 'x', 'a whole number from 1 to 168'],
    ['MEMBER_PASSWORDS', 'yes', 'on or off'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace or silent'],
  ] as const)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: .*${says}`))
})

test('the figures have a port of their own', () => {
  const read = (settings: Record<string, string>) => readConfig({ PORT: '3000', METRICS_PORT: '3000', ...settings })
  for (const settings of [{}, { HOST: '0.0.0.0' }, { METRICS_HOST: '::' }] as Record<string, string>[])
    expect(() => read(settings)).toThrow('METRICS_PORT: another port than PORT')
  expect(read({ METRICS_HOST: '10.0.0.7' }).metrics).toEqual({ port: 3000, host: '10.0.0.7' })
  expect(read({ PORT: '0', METRICS_PORT: '0' }).metrics?.port).toBe(0)
})

test('a fault in a list is one line with the name of its variable', () => {
  const read = () => readConfig({ ALLOWED_ORIGINS: 'https://app.example.com, app.example.com, *' })
  expect(read).toThrow(/^[^\n]*\n {2}ALLOWED_ORIGINS: origins like [^\n]*$/)
})

test("the owner's database is the portal's", () => {
  const [portal, owner] = ['postgres://portal@db.example.com/academy', 'postgres://owner@10.0.0.7:6432/academy']
  const read = (DATABASE_URL: string, DATABASE_OWNER_URL = owner) => readConfig({ DATABASE_URL, DATABASE_OWNER_URL })
  expect(read(portal)).toMatchObject({ databaseUrl: portal, databaseOwnerUrl: owner })
  expect(() => read(`${portal}2`)).toThrow('DATABASE_OWNER_URL: names another database than DATABASE_URL')
  for (const slip of ['mysql://db.example.com/academy', 'db.example.com', 'postgres://a:b@:x/academy'])
    expect(() => readConfig({ DATABASE_URL: slip })).toThrow(/DATABASE_URL: a PostgreSQL address, for example/)
  expect(() => read('')).toThrow('DATABASE_URL: needed with DATABASE_OWNER_URL')
  const several = portal.replace('db.example.com', 'one:5433,db.example.com')
  expect(read(several)).toMatchObject({ databaseUrl: several })
  expect(locationOf(several)).toBe('one:5433,db.example.com:5432/academy')
  expect(addressesIn('postgres://a:b,c@one,[::1]:5433/x?y=1,2')).toEqual([
    'postgres://a:b,c@one/x?y=1,2',
    'postgres://a:b,c@[::1]:5433/x?y=1,2',
  ])
  expect(() => read(several.replace('one', ''))).toThrow('DATABASE_URL: a PostgreSQL address')
  expect(() => read(portal.replace('.com', '.com,'))).toThrow('DATABASE_URL: a PostgreSQL address')
  expect(() => readConfig({ DATABASE_URL: portal, DATABASE_REPLICA_URL: several })).toThrow(
    'DATABASE_REPLICA_URL: the PostgreSQL address of one server',
  )
  expect(() => readConfig({ DATABASE_URL: portal, DATABASE_REPLICA_URL: `${portal}2` })).toThrow(
    'DATABASE_REPLICA_URL: names another database than DATABASE_URL',
  )
  for (const each of [
    'postgres://a@h1,b@h2/x',
    'postgres://a:b@h1:5433,a:b@h2:5433/x',
    'postgres://a:b@h1/x,postgres://a:b@h2/x',
  ])
    expect(() => readConfig({ DATABASE_URL: each })).toThrow('DATABASE_URL: one user and password for all servers')
  expect(readConfig({ DATABASE_URL: 'postgres://a:p@ss@h1,h2/x' }).databaseUrl).toBe('postgres://a:p@ss@h1,h2/x')
  // A pooler may call it something else.
  const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://portal@pooler.example.com/pooled', portal]
  const pooled = { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL: owner }
  expect(serverOf(readConfig(pooled))).toBe(DATABASE_DIRECT_URL)
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_URL: needed with DATABASE_DIRECT_URL')
  expect(() => readConfig({ ...pooled, DATABASE_OWNER_URL: `${owner}2` })).toThrow('than DATABASE_DIRECT_URL')
  expect(read('', '')).toMatchObject({ databaseUrl: undefined, databaseOwnerUrl: undefined })
})
