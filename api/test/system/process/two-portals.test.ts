/** Two portals on one database, as behind a balancer: any call may go to either. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '../../../src/modules.ts'
import { buildApp, callLog } from '../../../src/platform/http/index.ts'
import { readConfig } from '../../../src/platform/runtime/index.ts'
import { openPortal } from '../../../src/start.ts'
import { addressesOf } from '../../support/platform/database.ts'
import { type TestPortal, testPortal } from '../../support/portal.ts'

const shared = await mkdtemp(join(tmpdir(), 'academy-shared-'))
const settings = { FILES_DIR: join(shared, 'files'), AUDIT_KEY_FILE: join(shared, 'audit-key') }

let one: TestPortal
let other: { portal: Awaited<ReturnType<typeof openPortal>>; app: Awaited<ReturnType<typeof buildApp>> }
beforeAll(async () => {
  one = await testPortal(settings)
  const config = readConfig({ ...settings, DATA_DIR: join(shared, 'other'), LOG_LEVEL: 'silent' })
  const log = callLog('silent', { write: () => undefined })
  const { DATABASE_URL, DATABASE_DIRECT_URL: databaseDirectUrl } = addressesOf(one.databaseUrl)
  const portal = await openPortal({ ...config, databaseDirectUrl }, DATABASE_URL, log, one.clock)
  other = { portal, app: await buildApp(portal, modules, log, {}) }
})
afterAll(async () => {
  await other?.app.close()
  await other?.portal.close()
  await one?.close()
  await rm(shared, { recursive: true, force: true })
})

test('a portal that finds no keys where others share them says which it made', async () => {
  const places = { FILES_DIR: join(shared, 'slip/files'), AUDIT_KEY_FILE: join(shared, 'slip/keys/audit-key') }
  const { DATABASE_URL, DATABASE_DIRECT_URL: databaseDirectUrl } = addressesOf(one.databaseUrl)
  const open = async (environment: Record<string, string>) => {
    const lines: string[] = []
    const config = readConfig({ DATA_DIR: join(shared, 'third'), ...environment })
    const log = callLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
    await (await openPortal({ ...config, databaseDirectUrl }, DATABASE_URL, log, one.clock)).close()
    return lines.filter((line) => line.includes('was not there'))
  }
  expect(await open(settings)).toEqual([])
  expect(await open(places)).toEqual([
    expect.stringContaining(`FILES_DIR: ${places.FILES_DIR}/link.key was not there and was made`),
    expect.stringContaining(`AUDIT_KEY_FILE: ${places.AUDIT_KEY_FILE} was not there and was made`),
  ])
  // Of its own DATA_DIR every portal makes them.
  expect(await open({})).toEqual([])
})

test('a picture that one stored the other shows, by a link of either', async () => {
  await one.as()
  const [session] = await one.run((tx) => tx.query<{ id: string }>(sql`select id from staff_session limit 1`))
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { key } = await one.portal.pictures.store(await one.portal.pictures.redraw(bytes))
  for (const { pictures } of [one.portal, other.portal])
    for (const { app } of [one, other]) {
      const answer = await app.inject({ url: `${pictures.path(key, session?.id)}` })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    }
  await other.portal.pictures.remove(key)
  expect((await one.app.inject({ url: `${one.portal.pictures.path(key, session?.id)}` })).statusCode).toBe(404)
})

test('who signed in at one is signed in at the other, and a call repeated there is answered as before', async () => {
  const { token } = await one.as()
  const call = {
    method: 'POST' as const,
    url: '/api/admin/belt',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'sent-twice-0001' },
    payload: { beltColor: 'Shared belt' },
  }
  const first = await one.app.inject(call)
  const again = await other.app.inject(call)
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  await one.app.inject({ method: 'POST', url: '/api/admin/auth/logout', headers: { authorization: `Bearer ${token}` } })
  expect((await other.app.inject({ ...call, method: 'GET' })).statusCode).toBe(401)
})
