/** A real standby that follows by streaming, on two clusters of this file's own. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/command/run-command.ts'
import { modules } from '../../../src/modules.ts'
import { verifyPayment } from '../../../src/payments/payments.ts'
import { bringUpToDate, openDatabase, type Standby, standbyOf } from '../../../src/platform/data/index.ts'
import { buildApp, callLog } from '../../../src/platform/http/index.ts'
import { databaseUrl, partsOf } from '../../../src/postgres/cluster.ts'
import { type Embedded, startEmbedded } from '../../../src/postgres/postgres.ts'
import { type Academy, academyIn, order } from '../../support/academy.ts'
import { databaseAt, onServer } from '../../support/platform/database.ts'
import { memoryFolder } from '../../support/platform/folder.ts'
import { pdfPages } from '../../support/platform/pdf.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

const home = memoryFolder()
const [first, second] = ['first', 'second'].map((name) => join(home, name, 'postgres')) as [string, string]
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '16MB' }
const superuser = (folder: string, { url }: Embedded) => databaseUrl(folder, Number(new URL(url).port), 'superuser')
const log = callLog('silent', { write: () => undefined })

let primary: Embedded
let standby: Embedded
let portal: TestPortal
let academy: Academy
let clerk: Client
/** One that may not lag at all, the primary given for a standby, and another database of the standby. */
let others: { strict: Standby; false: Standby; beside: Standby }
beforeAll(async () => {
  const made = await startEmbedded(first, () => {}, { settings })
  await bringUpToDate({ owner: made.ownerUrl(), portal: made.url })
  await made.stop()
  cpSync(first, second, { recursive: true })
  writeFileSync(join(partsOf(second).cluster, 'standby.signal'), '')
  primary = await startEmbedded(first, () => {}, { settings })
  const { port, username, password } = new URL(superuser(first, primary))
  const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  standby = await startEmbedded(second, () => {}, { settings: { ...settings, primary_conninfo } })
  const database = { url: primary.url, ownerUrl: primary.ownerUrl(), drop: async () => {} }
  portal = await testPortal(
    { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url, DATABASE_REPLICA_LAG: '3600' },
    database,
  )
  const { database: opened } = portal.portal
  others = {
    strict: standbyOf(opened, standby.url, { longestLag: 0, log }),
    false: standbyOf(opened, primary.url, { longestLag: 0, log }),
    beside: standbyOf(opened, databaseAt(superuser(second, standby), 'postgres'), { longestLag: 0, log }),
  }
  clerk = await portal.as()
  academy = await academyIn(portal)
})
afterAll(async () => {
  await Promise.all(Object.values(others ?? {}).map((each) => each.close()))
  await portal?.close()
  await Promise.all([standby?.stop(), primary?.stop()])
  rmSync(home, { recursive: true, force: true })
})

const report = '/report/collection-report?startDate=2026-11-01&endDate=2026-11-30'
const note = /^Read from the standby as of \d\d-\d\d-\d{4} \d\d:\d\d/

interface Answer {
  about: string[]
  total: number
}
const read = async (): Promise<Answer> => (await clerk.get(report)).json()
const sell = async () => {
  const paid = await order(portal, academy)
  await portal.run((tx) => verifyPayment(tx, paid))
}

/** The same call to a portal with another standby. */
async function readWith(other: Standby): Promise<Answer> {
  const app = await buildApp({ ...portal.portal, standby: other }, modules, log, {})
  try {
    const headers = { authorization: `Bearer ${clerk.token}` }
    return (await app.inject({ method: 'GET', url: `/api/admin${report}`, headers })).json()
  } finally {
    await app.close()
  }
}

describe('reports are read from a standby, and say so', () => {
  test('with everything that has come there', async () => {
    await sell()
    await portal.portal.standby?.caughtUp()
    expect(await read()).toMatchObject({
      total: 1,
      about: [expect.stringMatching(note), expect.anything(), expect.anything()],
    })
    const printed = await clerk.get(report.replace('?', '/generate/pdf?'))
    expect(JSON.stringify(await pdfPages(printed.rawPayload))).toMatch(/Read from the standby as of \d/)
    expect((await clerk.get(report.replace('?', '/generate/excel?'))).statusCode).toBe(200)
  })

  test('while it lags little; one that lags more, or is none, is not read', async () => {
    const admin = superuser(second, standby)
    await onServer(admin, 'select pg_wal_replay_pause()')
    const paused = async () => (await onServer(admin, 'select pg_get_wal_replay_pause_state() as is'))[0]?.is
    await expect.poll(paused).toBe('paused')
    await sell()
    expect(await read()).toMatchObject({
      total: 1,
      about: [expect.stringMatching(note), expect.anything(), expect.anything()],
    })
    for (const each of Object.values(others)) {
      const { total, about } = await readWith(each)
      expect([total, about.some((part) => note.test(part))]).toEqual([2, false])
    }
    await expect(others.strict.caughtUp()).rejects.toThrow('it lags more than 0 s')
    await expect(others.false.caughtUp()).rejects.toThrow('it is no standby')
    await expect(others.beside.caughtUp()).rejects.toThrow('it is another database of that server')
    await onServer(admin, 'select pg_wal_replay_resume()')
    await portal.portal.standby?.caughtUp()
    expect((await read()).total).toBe(2)
  })

  test('but not those by which somebody is paid, nor what is no report', async () => {
    const paying = (await clerk.get('/report/coach-settlement?month=2026-11')).json()
    expect(paying.about.some((part: string) => note.test(part))).toBe(false)
    expect(
      modules
        .filter(({ fromStandby }) => fromStandby)
        .flatMap(({ routes }) => Object.values(routes).map(({ path }) => path)),
    ).toSatisfy((paths: string[]) => paths.length > 20 && paths.every((path) => path.startsWith('/report/')))
  })
})

test('a back-up and a proof read it once it has caught up', async () => {
  const { dataDir, auditKeyFile } = portal.portal.config
  const env = { DATA_DIR: dataDir, AUDIT_KEY_FILE: auditKeyFile, DATABASE_URL: primary.url }
  const run = async (args: string[], more: Record<string, string> = {}) => {
    const lines: string[] = []
    const output = { say: (line: string) => void lines.push(line), complain: (line: string) => void lines.push(line) }
    const owner = { DATABASE_OWNER_URL: primary.ownerUrl(), DATABASE_REPLICA_URL: standby.url }
    return { code: await runCommand(args, { ...env, ...owner, ...more }, output), said: lines.join('\n') }
  }
  for (const words of [['backup', join(home, 'copy')], ['verify']])
    expect(await run([...words, '--standby'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Read from the standby 127\.0\.0\.1:\d+\/academy as of /),
    })
  // As a server that recovers: what is proven there is an earlier state.
  const ofStandby = { DATABASE_URL: standby.url, DATABASE_OWNER_URL: standby.url, DATABASE_REPLICA_URL: '' }
  expect(await run(['verify'], ofStandby)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is still recovering, or is a standby\. Wait until it takes changes/),
  })
  expect(await run(['backup', join(home, 'other'), '--standby'], { DATABASE_REPLICA_URL: '' })).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^Set DATABASE_REPLICA_URL to the standby/),
  })
})

test('without its standby a report comes from the primary, unsaid', async () => {
  await standby.stop()
  await sell()
  // It may also go between the question how far it is and the report.
  const database = openDatabase(standby.url)
  const gone = { ...others.strict, now: async () => ({ database, asOf: '2026-11-20T04:00:00Z' }) }
  try {
    for (const { total, about } of [await read(), await readWith(gone)])
      expect([total, about.some((part) => note.test(part))]).toEqual([3, false])
  } finally {
    await database.close()
  }
})

test('an address of several servers leads to the one that takes changes, also after a fail-over', async () => {
  const portOf = ({ url }: Embedded) => new URL(url).port
  const { port, username, password } = new URL(superuser(first, primary))
  const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  standby = await startEmbedded(second, () => {}, { settings: { ...settings, primary_conninfo } })
  const several = (url: string) => url.replace(`:${port}/`, `:${portOf(standby)},127.0.0.1:${port}/`)
  const [url, ownerUrl] = [several(primary.url), several(primary.ownerUrl())]
  await bringUpToDate({ owner: ownerUrl, portal: url })
  const both = await testPortal({}, { url, ownerUrl, drop: async () => {} })
  try {
    const owner = await both.as(undefined, { username: 'owner of both' })
    const add = async (beltColor: string) => (await owner.post('/belt', { beltColor })).statusCode
    expect(await add('before')).toBe(201)
    await both.portal.database.ping()
    const server = standbyOf(both.portal.database, standby.url, { longestLag: 60, log })
    await server.caughtUp()
    await server.close()
    await primary.stop()
    expect(await add('meanwhile')).toBe(503)
    await onServer(superuser(second, standby), 'select pg_promote()')
    await expect.poll(() => add('after')).toBe(201)
    await both.portal.database.ping()
    expect((await owner.get('/belt')).json()).toMatchObject({ total: 2 })
  } finally {
    await both.close()
  }
})
