import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrlOf } from '../../test/support/books/books.ts'
import { addressesOf, onServer } from '../../test/support/platform/database.ts'
import { type Client, type TestPortal, testPortal } from '../../test/support/portal.ts'
import { modules } from '../modules.ts'
import { buildApp, callLog } from '../platform/http/index.ts'
import { lineWriter } from '../platform/runtime/index.ts'
import { openPortal } from '../start.ts'

let portal: TestPortal
let here: string
let owner: Client
/** Another process on the same database. */
let elsewhere: { address: string; close(): Promise<void> }

beforeAll(async () => {
  portal = await testPortal()
  here = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await portal.as()
  const lines = lineWriter(`${portal.portal.config.dataDir}/other.log`, (lost) => `${lost} lost\n`)
  const log = callLog('silent', lines)
  const { DATABASE_URL } = addressesOf(await databaseUrlOf(portal))
  const second = await openPortal(portal.portal.config, DATABASE_URL, log, portal.clock)
  const app = await buildApp(second, modules, log, {})
  elsewhere = {
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close()
      await second.close()
      await lines.close(1000)
    },
  }
})

const open = new Set<Stream>()
afterEach(() => {
  for (const stream of open) stream.leave()
  open.clear()
})
afterAll(async () => {
  await elsewhere?.close()
  await portal?.close()
})

interface Stream {
  status: number
  headers: Headers
  /** Names of events with what they tell: `changed belt,audit`. */
  events: string[]
  /** All kinds it was told of. */
  kinds(): string[]
  /** Resolves when the portal has ended it. */
  ended: Promise<void>
  leave(): void
}

async function streamOf({ token }: Client, address = here, missed = 0): Promise<Stream> {
  const leaving = new AbortController()
  const answer = await fetch(`${address}/api/admin/events?missed=${missed}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const events: string[] = []
  const read = async () => {
    let rest = ''
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (rest + piece).split('\n\n')
      rest = messages.pop() ?? ''
      events.push(
        ...messages.filter((text) => !text.startsWith(':')).map((text) => text.replace(/^event: (\w+)\ndata: /, '$1 ')),
      )
    }
  }
  const stream: Stream = {
    status: answer.status,
    headers: answer.headers,
    events,
    kinds: () =>
      events.flatMap((text) => (text.startsWith('changed ') ? text.slice('changed '.length).split(',') : [])),
    ended: read().catch(() => undefined),
    leave: () => leaving.abort(),
  }
  open.add(stream)
  return stream
}

/** The first stream of a process begins with it: from then on nothing is missed. */
const listens = (stream: Stream) => expect.poll(() => stream.events[0]).toBe('again ')

const told = (stream: Stream, kind: string) => expect.poll(stream.kinds, { timeout: 10_000 }).toContain(kind)

let count = 0
const addBelt = () => owner.post('/belt', { beltColor: `Belt ${++count}` })
const addSport = () => owner.post('/sport', { description: `Sport ${++count}` })

test('what one portal writes the streams of all portals on the database tell', async () => {
  const [near, far] = [await streamOf(owner), await streamOf(owner, elsewhere.address)]
  expect([near.status, near.headers.get('content-type'), near.headers.get('x-accel-buffering')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no',
  ])
  expect(near.headers.get('cache-control')).toContain('no-store')
  expect(near.headers.get('content-security-policy')).toContain("default-src 'none'")
  await listens(near)
  await listens(far)
  expect((await addBelt()).statusCode).toBe(201)
  await told(near, 'belt')
  await told(far, 'belt')
  expect(far.kinds()).toContain('audit')
  expect(far.events.join()).not.toMatch(/Belt|\d/)
})

const entry = (docType: string) => ({ section: 'Test', docType, action: 'Updated', description: 'Test' })

test('what was rolled back, and what only left a record, is not told', async () => {
  const stream = await streamOf(owner)
  const rolledBack = portal.run(async (tx) => {
    await tx.change(entry('payment'), async () => {})
    throw new Error('thought better of it')
  })
  await expect(rolledBack).rejects.toThrow('thought better')
  expect((await owner.get('/member/generate/excel')).statusCode).toBe(200)
  await addSport()
  await told(stream, 'sport')
  expect(stream.kinds()).not.toContain('payment')
  expect(stream.kinds()).not.toContain('member')
})

test('a change is told to whoever may view its kind, and to nobody else', async () => {
  const coach = await portal.as({ sport: ['view'] })
  const [all, some] = [await streamOf(owner), await streamOf(coach)]
  await portal.run((tx) => tx.change([entry('payment'), entry('belt'), entry('anything')], async () => {}))
  await addSport()
  await told(all, 'payment')
  await told(some, 'sport')
  await told(all, 'sport')
  expect([...new Set(some.kinds())]).toEqual(['sport'])
  expect(all.kinds()).not.toContain('anything')
})

test('a stream ends with its session', async () => {
  const clerk = await portal.as()
  const stream = await streamOf(clerk)
  await clerk.post('/auth/logout')
  await stream.ended
  expect(stream.events.at(-1)).toBe('over ')
  expect((await streamOf(clerk)).status).toBe(401)
})

test('a stream in another process ends when its user is disabled', async () => {
  const clerk = await portal.as()
  const stream = await streamOf(clerk, elsewhere.address)
  expect((await owner.put(`/user/${clerk.userId}`, { isDisable: true })).statusCode).toBe(200)
  await stream.ended
  expect(stream.events.at(-1)).toBe('over ')
})

test('an open stream is no use of the session, which ends as if nobody were there', async () => {
  const clerk = await portal.as()
  const stream = await streamOf(clerk)
  const began = portal.clock.now()
  const after = async (minutes: number) => {
    portal.clock.set(new Date(began.getTime() + minutes * 60_000).toISOString())
    // Whoever signs in has all sessions looked at.
    await portal.as()
    await addBelt()
  }
  try {
    await after(20)
    await told(stream, 'belt')
    await after(31)
    await stream.ended
    expect(stream.events.at(-1)).toBe('over ')
  } finally {
    portal.clock.set(began.toISOString())
  }
})

test('who comes back hears what was missed, or to ask for everything', async () => {
  const first = await streamOf(owner)
  await addBelt()
  await told(first, 'belt')
  const back = await streamOf(owner, here, 60)
  await expect.poll(() => back.events.length).toBeGreaterThan(0)
  const away = await streamOf(owner, here, 86_400)
  await expect.poll(() => away.events).toContain('again ')
})

test('after the connection that listens was lost everybody asks again, and nothing is missed', async () => {
  const stream = await streamOf(owner)
  const again = () => stream.events.filter((event) => event === 'again ').length
  const before = again()
  const name = new URL(await databaseUrlOf(portal)).pathname.slice(1)
  const ended = await onServer(
    inject('databaseAdmin'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query in ('listen academy_changes', 'select 1')`,
  )
  expect(ended.length).toBeGreaterThanOrEqual(2)
  await expect.poll(again, { timeout: 10_000 }).toBeGreaterThan(before)
  await addSport()
  await told(stream, 'sport')
})

test('without a session, with a password of somebody else and with nonsense there is no stream', async () => {
  expect((await portal.anyone.get('/events')).statusCode).toBe(401)
  const nonsense = await owner.get('/events?missed=long')
  expect([nonsense.statusCode, nonsense.json().message]).toEqual([400, 'missed is a number of seconds'])
  const newcomer = await portal.as()
  await portal.handle
    .updateTable('staffUser')
    .set({ mustChangePassword: true })
    .where('id', '=', newcomer.userId)
    .execute()
  expect((await newcomer.get('/events')).statusCode).toBe(403)
})

test('one user has twenty streams at most', async () => {
  const username = 'many windows'
  const clerk = await portal.as({}, { username })
  const browser = async (): Promise<Client> => {
    const answer = await portal.anyone.post('/auth/login', { username, password: 'correct_horse_1' })
    return { ...clerk, token: answer.json().token }
  }
  const browsers = await Promise.all(Array.from({ length: 5 }, browser))
  const streams = await Promise.all(browsers.flatMap((one) => Array.from({ length: 4 }, () => streamOf(one))))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const refused = await streamOf(clerk)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  streams[0]?.leave()
  await expect.poll(async () => (await streamOf(clerk)).status).toBe(200)
})

test('the windows of one browser have four streams at most, so that its calls get through', async () => {
  const clerk = await portal.as()
  const windows = await Promise.all(Array.from({ length: 4 }, () => streamOf(clerk)))
  expect(windows.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await streamOf(clerk)).status).toBe(429)
  // Also once the rights of all were read again.
  await owner.put(`/user/${(await portal.as()).userId}`, { isDisable: true })
  await told(windows[0] as Stream, 'user')
  expect((await streamOf(clerk)).status).toBe(429)
  windows[0]?.leave()
  await expect.poll(async () => (await streamOf(clerk)).status).toBe(200)
})

test('a portal that stops ends its streams', async () => {
  const app = await buildApp(portal.portal, modules, portal.portal.log as never, {})
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const stream = await streamOf(owner, address)
  const closed = once(app.server, 'close')
  await app.close()
  await stream.ended
  await closed
  expect(stream.events).not.toContain('over ')
})
