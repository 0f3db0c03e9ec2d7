import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tool } from './children.mjs'
import { sourceRuleViolations } from './import-rules.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A small house that keeps every wall. */
const sound = {
  'contract/src/platform/endpoint.ts': `import { z } from 'zod'\nexport const route = z.string()`,
  'contract/src/wallet/rules.ts': `import { route } from '../kit/route.ts'\nexport const rules = [route]`,
  'api/src/platform/runtime/clock.ts': `export const now = () => new Date()`,
  'api/src/platform/data/tx.ts': `export interface Tx { now: string }\nexport const raw = (portal: any) => portal.database.handle`,
  'api/src/platform/data/database.ts': `import pg from 'pg'\nexport const pool = pg.Pool`,
  'api/src/wallet/tables.ts': `export interface WalletTables { entry: string }`,
  'api/src/wallet/ledger.ts': `export const ledger = 1`,
  'api/src/wallet/wallet.ts': `import '../kit/tx.ts'\nimport './ledger.ts'\nimport '@academy/contract/wallet/rules.ts'\nexport const wallet = 1`,
  'api/src/members/members.ts': `import { wallet } from '../wallet/wallet.ts'\nexport const members = wallet`,
  'api/src/reports/aging.ts': `import type { WalletTables } from '../wallet/tables.ts'\nimport '../kit/tx.ts'\nexport type Aging = WalletTables`,
  'api/src/modules.ts': `import './members/members.ts'\nimport './reports/aging.ts'`,
  'api/test/support/portal.ts': `import './rooms.ts'\nexport const testPortal = 1`,
  'api/test/spec-client/start.ts': `import { testPortal } from '../testing.ts'\nexport const start = testPortal`,
  'web/src/platform/table/Table.tsx': `export const Table = () => <table />`,
  'web/src/members/MembersPage.tsx': `import { Table } from '../kit/Table.tsx'\nimport '@academy/contract/wallet/rules.ts'\nexport const MembersPage = () => <Table />`,
  'web/src/routes.tsx': `import './members/MembersPage.tsx'`,
}

/** What breaks a wall: the wall, the file that does it, what it holds. */
const breaches = [
  [
    '1-contract-knows-zod-only',
    'contract/src/lists/a.ts',
    `import { readFile } from 'node:fs'\nexport const a = readFile`,
  ],
  ['1-contract-knows-zod-only', 'contract/src/lists/b.ts', `import type { Pool } from 'pg'\nexport type B = Pool`],
  [
    '2-web-and-api-apart',
    'web/src/kit/c.ts',
    `import type { Tx } from '../../../api/src/kit/tx.ts'\nexport type C = Tx`,
  ],
  ['2-web-and-api-apart', 'api/src/kit/d.ts', `export * from '../../../web/src/kit/Table.tsx'`],
  ['3-kit-knows-no-room', 'api/src/kit/e.ts', `import { wallet } from '../wallet/wallet.ts'\nexport const e = wallet`],
  ['3-kit-knows-no-room', 'web/src/kit/f.ts', `export const f = () => import('../members/MembersPage.tsx')`],
  ['3-kit-knows-no-room', 'contract/src/kit/g.ts', `export { rules } from '../wallet/rules.ts'`],
  ['3-kit-of-the-api-knows-no-promise', 'api/src/kit/h.ts', `import '@academy/contract/wallet/rules.ts'`],
  [
    '4-rooms-are-entered-by-their-door',
    'api/src/members/i.ts',
    `import { ledger } from '../wallet/ledger.ts'\nexport const i = ledger`,
  ],
  [
    '4-rooms-are-entered-by-their-door',
    'api/src/members/j.ts',
    `import type { WalletTables } from '../wallet/tables.ts'\nexport type J = WalletTables`,
  ],
  [
    '4-rooms-are-entered-by-their-door',
    'api/src/members/k.ts',
    `import { type WalletTables } from '../wallet/tables.ts'\nexport type K = WalletTables`,
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
    '7-screens-know-kit-and-contract',
    'web/src/courses/O.tsx',
    `import { MembersPage } from '../members/MembersPage.tsx'\nexport const O = MembersPage`,
  ],
  ['7-screens-know-kit-and-contract', 'web/src/courses/P.tsx', `import '../routes.tsx'`],
  ['8-no-circles', 'api/src/courses/q.ts', `import './r.ts'\nexport const q = 1`],
  ['8-no-circles', 'api/src/courses/r.ts', `import type { q } from './q.ts'\nexport type R = typeof q`],
  [
    '8-database-stays-in-the-kit',
    'api/src/courses/s.ts',
    `import { pool } from '../kit/database.ts'\nexport const s = pool`,
  ],
  ['8-driver-has-two-users', 'api/src/kit/t.ts', `import pg from 'pg'\nexport const t = pg`],
  [
    '9-specifications-client-knows-no-code',
    'api/src/spec-client/x.test.ts',
    `import { rules } from '@academy/contract/wallet/rules.ts'\nexport const x = rules`,
  ],
  [
    '9-specifications-client-knows-no-code',
    'api/src/spec-client/testing-y.ts',
    `export { members } from '../rooms.ts'`,
  ],
  ['0-imports-lead-somewhere', 'web/src/courses/u.ts', `import './nowhere.ts'`],
] as const

const sayings = [
  ['api/src/courses/v.ts', `export const today = new Date()`, 'clock.ts'],
  ['api/src/courses/w.ts', `export const all = (portal: any) => portal.database.handle`, 'raw database handle'],
] as const

let house: string
let found: { rule: string; from: string }[]

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'academy-walls-'))
  cpSync(path.join(root, '.dependency-cruiser.cjs'), path.join(house, '.dependency-cruiser.cjs'))
  const build = (file: string, text: string) => {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(house, file), `${text}\n`)
  }
  for (const [file, text] of Object.entries(sound)) build(file, text)
  for (const [, file, text] of breaches) build(file, text)
  for (const [file, text] of sayings) build(file, text)
  for (const floor of ['contract', 'api', 'web'])
    cpSync(path.join(root, floor, 'package.json'), path.join(house, floor, 'package.json'))
  build('package.json', '{}')
  mkdirSync(path.join(house, 'node_modules/@academy'), { recursive: true })
  symlinkSync('../../contract', path.join(house, 'node_modules/@academy/contract'))
  for (const name of ['zod', 'pg'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(house, 'node_modules', name))

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
  const cruise = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8', maxBuffer: 1e8 })
  const report = z.object({
    summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
  })
  found = report
    .parse(JSON.parse(cruise.stdout))
    .summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }))
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

test.each(breaches)('%s is noticed in %s', (wall, file) => {
  // A circle is told once, from either end.
  const files = wall === '8-no-circles' ? ['api/src/courses/q.ts', 'api/src/courses/r.ts'] : [file]
  expect(found.filter(({ rule, from }) => rule === wall && files.includes(from))).not.toEqual([])
})

test('what keeps the walls is left alone', () => {
  const seeded: string[] = breaches.map(([, file]) => file)
  // The report's own circle partner aside, only the seeded files are named.
  expect(found.filter(({ from }) => !seeded.includes(from))).toEqual([])
})

test.each(sayings)('a room that says what only the kit may is noticed in %s', (file, _, because) => {
  expect(sourceRuleViolations(house).filter((line) => line.startsWith(`${file}:1 `))).toEqual([
    expect.stringContaining(because),
  ])
})

test('the kit may say it, and nobody else is named', () => {
  expect(sourceRuleViolations(house)).toHaveLength(sayings.length)
})

test('every wall of the configuration has a breach that is noticed', async () => {
  const { default: config } = await import('../.dependency-cruiser.cjs')
  const names = (config.forbidden ?? []).map((rule) => rule.name ?? '')
  expect([...new Set<string>(breaches.map(([wall]) => wall))].sort()).toEqual(names.sort())
})
