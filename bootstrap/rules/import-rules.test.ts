import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tool } from '../children.mjs'
import { sourceRuleViolations } from './import-rules.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A small product that keeps every rule. */
const sound = {
  'contract/src/platform/endpoint.ts': `import { z } from 'zod'\nexport const endpoint = z.string()`,
  'contract/src/wallet/rules.ts': `import { endpoint } from '../platform/endpoint.ts'\nexport const rules = [endpoint]`,
  'api/src/platform/runtime/clock.ts': `export const now = () => new Date()`,
  'api/src/platform/data/tx.ts': `export interface Tx { now: string }\nexport * from './database/database-handle.ts'`,
  'api/src/platform/data/database/database-handle.ts': `import pg from 'pg'\nexport const rawHandle = () => new pg.Pool()`,
  'api/src/platform/data/unrecorded.ts': `import { rawHandle } from './database/database-handle.ts'\nexport const unrecorded = rawHandle`,
  'api/src/staff/staff.ts': `import { unrecorded } from '../platform/data/unrecorded.ts'\nexport const staff = unrecorded`,
  'api/src/platform/data/index.ts': `export * from './tx.ts'`,
  'api/src/platform/data/database/database.ts': `import pg from 'pg'\nimport { rawHandle } from './database-handle.ts'\nexport const pool = [pg.Client, rawHandle]`,
  'api/src/wallet/tables.ts': `export interface WalletTables { entry: string }`,
  'api/src/wallet/ledger.ts': `export const ledger = 1`,
  'api/src/wallet/wallet.ts': `import '../platform/data/index.ts'\nimport './ledger.ts'\nimport '@academy/contract/wallet/rules.ts'\nexport const wallet = 1`,
  'api/src/members/members.ts': `import { wallet } from '../wallet/wallet.ts'\nexport const members = wallet`,
  'api/src/reports/aging.ts': `import type { WalletTables } from '../wallet/tables.ts'\nimport '../platform/data/index.ts'\nexport type Aging = WalletTables`,
  'api/src/modules.ts': `import './members/members.ts'\nimport './reports/aging.ts'`,
  'api/test/support/portal.ts': `import '../../src/modules.ts'\nexport const testPortal = 1`,
  'api/test/spec-client/start.ts': `import { testPortal } from '../support/portal.ts'\nexport const start = testPortal`,
  'web/src/platform/table/Table.tsx': `export const Table = () => <table />`,
  'web/src/ui/first/icons.ts': `export { User } from 'lucide-react'`,
  'web/src/members/MemberSelect.tsx': `export const MemberSelect = () => <select />`,
  'web/src/members/index.ts': `export { MemberSelect } from './MemberSelect.tsx'`,
  'web/src/members/MembersPage.tsx': `import { Table } from '../platform/table/Table.tsx'\nimport '@academy/contract/wallet/rules.ts'\nexport const MembersPage = () => <Table />`,
  'web/src/payments/OrderForm.tsx': `import { MemberSelect } from '../members/index.ts'\nimport '../ui/first/icons.ts'\nexport const OrderForm = MemberSelect`,
  'web/src/routes.tsx': `import './members/MembersPage.tsx'`,
}

/** A violation of each rule: the rule, the file, its content. */
const breaches = [
  [
    '1-contract-knows-zod-only',
    'contract/src/lists/a.ts',
    `import { readFile } from 'node:fs'\nexport const a = readFile`,
  ],
  ['1-contract-knows-zod-only', 'contract/src/lists/b.ts', `import type { Pool } from 'pg'\nexport type B = Pool`],
  [
    '2-web-and-api-apart',
    'web/src/platform/c.ts',
    `import type { Tx } from '../../../api/src/platform/data/tx.ts'\nexport type C = Tx`,
  ],
  ['2-web-and-api-apart', 'api/src/platform/d.ts', `export * from '../../../web/src/platform/table/Table.tsx'`],
  [
    '3-platform-knows-no-module',
    'api/src/platform/http/e.ts',
    `import { wallet } from '../../wallet/wallet.ts'\nexport const e = wallet`,
  ],
  [
    '3-platform-knows-no-module',
    'web/src/platform/form/f.ts',
    `export const f = () => import('../../members/MembersPage.tsx')`,
  ],
  ['3-platform-knows-no-module', 'contract/src/platform/g.ts', `export { rules } from '../wallet/rules.ts'`],
  ['3-platform-knows-no-endpoint', 'api/src/platform/http/h.ts', `import '@academy/contract/wallet/rules.ts'`],
  [
    '3-one-folder-knows-the-component-libraries',
    'web/src/members/h1.ts',
    `import { User } from 'lucide-react'\nexport const h1 = User`,
  ],
  ['3-ui-knows-no-screen', 'web/src/ui/first/h3.tsx', `export { MemberSelect } from '../../members/index.ts'`],
  ['3-product-knows-no-test', 'api/src/members/h2.ts', `export { testPortal } from '../../test/support/portal.ts'`],
  [
    '4-modules-by-their-public-interface',
    'api/src/members/i.ts',
    `import { ledger } from '../wallet/ledger.ts'\nexport const i = ledger`,
  ],
  [
    '4-modules-by-their-public-interface',
    'api/src/members/j.ts',
    `import type { WalletTables } from '../wallet/tables.ts'\nexport type J = WalletTables`,
  ],
  [
    '4-modules-by-their-public-interface',
    'api/src/members/k.ts',
    `import { type WalletTables } from '../wallet/tables.ts'\nexport type K = WalletTables`,
  ],
  [
    '4-platform-by-its-indexes',
    'api/src/members/k2.ts',
    `import type { Tx } from '../platform/data/tx.ts'\nexport type K = Tx`,
  ],
  [
    '5-wallet-stands-alone',
    'api/src/wallet/l.ts',
    `import type { members } from '../members/members.ts'\nexport type L = typeof members`,
  ],
  [
    '6-reports-read-tables-only',
    'api/src/reports/m.ts',
    `import { wallet } from '../wallet/wallet.ts'\nexport const m = wallet`,
  ],
  [
    '6-nobody-imports-reports',
    'api/src/members/n.ts',
    `import type { Aging } from '../reports/aging.ts'\nexport type N = Aging`,
  ],
  [
    '7-screens-by-their-index',
    'web/src/courses/O.tsx',
    `import { MembersPage } from '../members/MembersPage.tsx'\nexport const O = MembersPage`,
  ],
  ['7-screens-by-their-index', 'web/src/courses/P.tsx', `import '../routes.tsx'`],
  ['8-no-circles', 'api/src/courses/q.ts', `import './r.ts'\nexport const q = 1`],
  ['8-no-circles', 'api/src/courses/r.ts', `import type { q } from './q.ts'\nexport type R = typeof q`],
  [
    '8-database-stays-in-the-platform',
    'api/src/courses/s.ts',
    `import { pool } from '../platform/data/database/database.ts'\nexport const s = pool`,
  ],
  [
    '8-database-stays-in-the-platform',
    'api/src/courses/y.ts',
    `export { rawHandle } from '../platform/data/database/database-handle.ts'`,
  ],
  ['8-driver-has-six-users', 'api/src/platform/data/t.ts', `import pg from 'pg'\nexport const t = pg`],
  [
    '8-raw-handle-has-one-home',
    'api/src/z.ts',
    `export { rawHandle } from './platform/data/database/database-handle.ts'`,
  ],
  [
    '8-raw-handle-has-one-home',
    'api/src/platform/http/aa.ts',
    `import { rawHandle } from '../data/database/database-handle.ts'\nexport const aa = rawHandle`,
  ],
  [
    '8-unrecorded-changes-are-named',
    'api/src/members/bb.ts',
    `export { unrecorded } from '../platform/data/unrecorded.ts'`,
  ],
  [
    '9-specifications-client-knows-no-code',
    'api/test/spec-client/x.test.ts',
    `import { rules } from '@academy/contract/wallet/rules.ts'\nexport const x = rules`,
  ],
  [
    '9-specifications-client-knows-no-code',
    'api/test/spec-client/y.ts',
    `export { members } from '../../src/members/members.ts'`,
  ],
  ['0-imports-lead-somewhere', 'web/src/courses/u.ts', `import './nowhere.ts'`],
] as const

const sayings = [
  ['api/src/courses/v.ts', `export const today = new Date()`, 'clock.ts'],
  ['web/src/platform/soon.tsx', `export const Soon = lazy(() => Promise.reject())`, 'late.tsx'],
  ['api/src/courses/w.ts', `export const all = (dialect: any) => new Kysely({ dialect })`, 'raw database handle'],
  ['api/src/platform/data/x.ts', `export const one = (url: string) => new pg.Client(url)`, 'raw database handle'],
] as const

let copy: string
let found: { rule: string; from: string }[]

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'academy-import-rules-'))
  cpSync(path.join(root, '.dependency-cruiser.cjs'), path.join(copy, '.dependency-cruiser.cjs'))
  const build = (file: string, text: string) => {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(copy, file), `${text}\n`)
  }
  for (const [file, text] of Object.entries(sound)) build(file, text)
  for (const [, file, text] of breaches) build(file, text)
  for (const [file, text] of sayings) build(file, text)
  for (const layer of ['contract', 'api', 'web'])
    cpSync(path.join(root, layer, 'package.json'), path.join(copy, layer, 'package.json'))
  build('package.json', '{}')
  mkdirSync(path.join(copy, 'node_modules/@academy'), { recursive: true })
  symlinkSync('../../contract', path.join(copy, 'node_modules/@academy/contract'))
  for (const name of ['zod', 'pg', 'lucide-react'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))

  const args = [
    tool.depcruise,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'contract',
    'api',
    'web',
  ]
  const cruise = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e8 })
  const report = z.object({
    summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
  })
  found = report
    .parse(JSON.parse(cruise.stdout))
    .summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test.each(breaches)('%s is noticed in %s', (rule, file) => {
  // A cycle is reported once, from either end.
  const files = rule === '8-no-circles' ? ['api/src/courses/q.ts', 'api/src/courses/r.ts'] : [file]
  expect(found.filter((each) => each.rule === rule && files.includes(each.from))).not.toEqual([])
})

test('what keeps the rules is left alone', () => {
  const seeded: string[] = breaches.map(([, file]) => file)
  // The report's own circle partner aside, only the seeded files are named.
  expect(found.filter(({ from }) => !seeded.includes(from))).toEqual([])
})

test.each(sayings)('a module that says what only the platform may is noticed in %s', (file, _, because) => {
  expect(sourceRuleViolations(copy).filter((line) => line.startsWith(`${file}:1 `))).toEqual([
    expect.stringContaining(because),
  ])
})

test('the platform may say it, and nobody else is named', () => {
  expect(sourceRuleViolations(copy)).toHaveLength(sayings.length)
})

test('every rule of the configuration has a breach that is noticed', async () => {
  const { default: config } = await import('../../.dependency-cruiser.cjs')
  const names = (config.forbidden ?? []).map((rule) => rule.name ?? '')
  expect([...new Set<string>(breaches.map(([rule]) => rule))].sort()).toEqual(names.sort())
})
