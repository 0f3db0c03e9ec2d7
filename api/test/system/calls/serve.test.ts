import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { modules } from '../../../src/modules.ts'
import { buildApp, callLog } from '../../../src/platform/http/index.ts'
import { readConfig } from '../../../src/platform/runtime/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const belts = async () =>
  (await clerk.get('/belt?limit=1000')).json<{ items: { beltColor: string }[]; total: number }>()

test('a failure has the documented shape, with a message per field', async () => {
  const answer = await clerk.post('/belt', { beltColor: '   ' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: 'Belt Color is required',
    details: [{ path: 'beltColor', message: 'Belt Color is required' }],
  })
})

test('what a rule refuses stands in the log: whom, where in the portal and at which field, without what was sent', async () => {
  const lines: string[] = []
  const log = callLog('info', { write: (line) => void lines.push(line) })
  const app = await buildApp(portal.portal, modules, log, {})
  const headers = { authorization: `Bearer ${clerk.token}` }
  const post = (beltColor: string) =>
    app.inject({ method: 'POST', url: '/api/admin/belt', headers, payload: { beltColor } })
  try {
    await post('Secretly green')
    const statuses = [(await post('secretly Green')).statusCode, (await post(' ')).statusCode]
    expect(statuses).toEqual([409, 400])
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused by a rule')
    expect(said).toMatchObject([
      { status: 409, constraint: expect.stringMatching(/^belt/), user: clerk.userId, reqId: expect.anything() },
      { status: 400, from: expect.stringMatching(/^[a-z/-]+\.ts:\d+:\d+$/), at: ['beltColor'], user: clerk.userId },
    ])
    expect(lines.join('')).not.toMatch(/secretly/i)
  } finally {
    await app.close()
  }
})

// The embedded database stops then, and says why in its own log alone.
test('calls and health tell that the disk is full, where that is why the database is away', async () => {
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const said = async (databaseUrl: string | undefined) => {
    const { config, database } = portal.portal
    // A file system that has no room.
    const full = { ...config, dataDir: '/proc', databaseUrl }
    const own = { ...portal.portal, config: full, database: { ...database, ping: away }, authenticate: away }
    const app = await buildApp(own, modules, callLog('silent', { write: () => undefined }), {})
    const headers = { authorization: `Bearer ${clerk.token}` }
    const answers = await Promise.all(['/health/ready', '/api/admin/belt'].map((url) => app.inject({ url, headers })))
    await app.close()
    return answers.map((answer) => [answer.statusCode, answer.json().message])
  }
  expect(await said(undefined)).toEqual([
    [503, 'The portal is not ready: the disk of its database is full'],
    [503, expect.stringMatching(/^The disk of the portal is full\./)],
  ])
  expect(await said('postgres://db.example.com/academy')).toEqual([
    [503, 'The portal is not ready'],
    [503, 'The database is busy, please try again'],
  ])
})

test('malformed JSON, an empty body and a wrong content type are the sender’s faults', async () => {
  const url = '/api/admin/belt'
  const authorization = `Bearer ${clerk.token}`
  const broken = await portal.app.inject({
    method: 'POST',
    url,
    headers: { authorization, 'content-type': 'application/json' },
    payload: '{"beltColor":',
  })
  expect(broken.statusCode).toBe(400)
  const empty = await portal.app.inject({ method: 'POST', url, headers: { authorization } })
  expect(empty.statusCode).toBe(400)
  const xml = await portal.app.inject({
    method: 'POST',
    url,
    headers: { authorization, 'content-type': 'application/xml' },
    payload: '<belt/>',
  })
  expect(xml.statusCode).toBe(415)
  const array = await clerk.post('/belt', ['White'])
  expect(array.statusCode).toBe(400)
  const large = await clerk.post('/belt', { beltColor: 'x'.repeat(1_100_000) })
  expect(large.statusCode).toBe(413)
})

test('a body that means to reach the prototype is harmless', async () => {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/admin/belt',
    headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' },
    payload: '{"beltColor":"Proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  })
  expect(answer.statusCode).toBe(201)
  expect('polluted' in {}).toBe(false)
})

test('an id that is no id names nothing', async () => {
  expect((await clerk.get('/belt/not-an-id')).statusCode).toBe(404)
  for (const resource of ['sport', 'course', 'member'])
    expect((await clerk.put(`/${resource}/not-an-id/remove/a.png`)).statusCode, resource).toBe(404)
  expect((await clerk.get('/belt/019aa000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect((await clerk.get('/no-such-list')).statusCode).toBe(404)
})

test('text that hides its reading order or holds NUL is refused', async () => {
  for (const beltColor of ['Bl\u0000ue', 'Blue\u202e', 'Blue\ud800'])
    expect((await clerk.post('/belt', { beltColor })).statusCode, JSON.stringify(beltColor)).toBe(400)
})

test('the same Idempotency-Key answers as the first did and changes nothing again', async () => {
  const headers = { 'idempotency-key': 'belt-1' }
  const first = await clerk.post('/belt', { beltColor: 'Orange' }, headers)
  const again = await clerk.post('/belt', { beltColor: 'Orange' }, headers)
  expect(first.statusCode).toBe(201)
  expect(again.statusCode).toBe(201)
  expect(again.json()).toEqual(first.json())
  const other = await clerk.post('/belt', { beltColor: 'Purple' }, headers)
  expect(other.statusCode).toBe(409)
  const second = await portal.as()
  expect((await second.post('/belt', { beltColor: 'Purple' }, headers)).statusCode).toBe(201)
})

test('an Idempotency-Key is of what a request says, not of the order in which it says it', async () => {
  const id = (await clerk.post('/belt', { beltColor: 'Teal' })).json()._id
  const headers = { 'idempotency-key': 'in any order' }
  const send = (body: unknown) => clerk.put(`/belt/${id}`, body, headers)
  const first = await send({ beltColor: 'Aqua', isDisable: true })
  expect(first.statusCode).toBe(200)
  const again = await send({ isDisable: true, beltColor: 'Aqua' })
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await send({ isDisable: false, beltColor: 'Aqua' })).statusCode).toBe(409)
})

test('ten copies of one request at once are one', async () => {
  const before = (await belts()).total
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => clerk.post('/belt', { beltColor: 'Violet' }, { 'idempotency-key': 'belt-2' })),
  )
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json()._id}`)).size).toBe(1)
  expect((await belts()).total).toBe(before + 1)
})

test('a failed call leaves its Idempotency-Key free', async () => {
  const headers = { 'idempotency-key': 'belt-3' }
  expect((await clerk.post('/belt', { beltColor: 'Indigo' })).statusCode).toBe(201)
  expect((await clerk.post('/belt', { beltColor: 'Indigo' }, headers)).statusCode).toBe(409)
  expect((await clerk.post('/belt', { beltColor: 'Magenta' }, headers)).statusCode).toBe(201)
})

const trail = async () =>
  (
    await sql<{ position: string; description: string; previous: string; hash: string }>`
      select position, description, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
      from audit_record order by position`.execute(portal.handle)
  ).rows

test('records of calls at the same time form one chain without gaps, and a refused call leaves no place empty', async () => {
  // A busy machine has no connection for some at first.
  const create = async (name: string): Promise<number> => {
    const { statusCode } = await clerk.post('/belt', { beltColor: name })
    return statusCode === 503 ? create(name) : statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, each) => create(`Chain ${each % 40}`)))
  expect(statuses.filter((status) => status === 201)).toHaveLength(40)
  const records = await trail()
  expect(records.map((record) => Number(record.position))).toEqual(records.map((_, index) => index + 1))
  expect(records.slice(1).map((record) => record.previous)).toEqual(records.slice(0, -1).map((record) => record.hash))
  expect(records.filter((record) => record.description.includes('Chain')).length).toBe(40)
})

test('every answer carries the strict headers, and none tells what serves it', async () => {
  const { headers } = await clerk.get('/belt')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('a refusal for want of a permission is recorded although nothing happened', async () => {
  const viewer = await portal.as({ belt: ['view'] }, { username: 'only a viewer' })
  expect((await viewer.post('/belt', { beltColor: 'Teal' })).statusCode).toBe(403)
  const rows = await portal.run((tx) =>
    tx.read().selectFrom('auditRecord').selectAll().where('username', '=', 'only a viewer').execute(),
  )
  expect(rows.map((row) => row.action)).toContain('Refused')
})

test('pages of other places may call where they are allowed to, and nowhere else', async () => {
  const origin = 'https://app.example.com'
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
  const closed = await portal.app.inject({ method: 'OPTIONS', url: '/api/admin/belt', headers })
  expect(closed.headers['access-control-allow-origin']).toBeUndefined()
  const open = await testPortal({ ALLOWED_ORIGINS: `${origin}, https://other.example.com` })
  try {
    const asked = await open.app.inject({ method: 'OPTIONS', url: '/api/admin/belt', headers })
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization',
    })
    const answered = await (await open.as({ belt: ['view'] })).get('/belt', undefined, { origin })
    expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([200, origin])
    expect(answered.headers['access-control-expose-headers']).toContain('x-sort-ignored')
    expect(answered.headers['access-control-allow-credentials']).toBeUndefined()
    const refused = await open.app.inject({ url: '/api/admin/config', headers: { origin: 'https://evil.example.com' } })
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  } finally {
    await open.close()
  }
  expect(() => readConfig({ ALLOWED_ORIGINS: '*' })).toThrow('ALLOWED_ORIGINS')
})

test('a path may end in a slash', async () => {
  const clerk = await portal.as({ belt: ['view'] })
  for (const path of ['/belt/', '/belt', '/belt/?limit=5']) expect((await clerk.get(path)).statusCode, path).toBe(200)
  expect((await clerk.get('/belt//')).statusCode).toBe(404)
})

test('the description of the calls is for anybody', async () => {
  const api = (await portal.app.inject('/api/admin/openapi.json')).json()
  expect(api.openapi).toBe('3.1.0')
  expect(api.paths['/attendance/take/{class}'].post.operationId).toBe('attendanceTake')
  expect(api.paths['/auth/login'].post.security).toEqual([])
})

test('health says that it lives and that it is ready', async () => {
  for (const path of ['/health/live', '/health/ready', '/api/admin/health/ready'])
    expect((await portal.app.inject(path)).statusCode).toBe(200)
  expect((await portal.app.inject('/health/ready')).json()).toMatchObject({ files: { hasRoom: true } })
})

test('a call that comes on an open connection while the portal stops is served, and its connection ends', async () => {
  const app = await buildApp(portal.portal, modules, callLog('silent', { write: () => undefined }), {})
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  // As a balancer or a browser opens one ahead.
  const connection = connect(port, '127.0.0.1')
  await Promise.all([once(connection, 'connect'), once(app.server, 'connection')])
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  connection.write(
    `GET /api/admin/belt?limit=1 HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${clerk.token}\r\n\r\n`,
  )
  const answer = await text(connection)
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  await closed
})

test('who sends too much is told so on a connection that goes on, so that the answer arrives', async () => {
  const app = await buildApp(portal.portal, modules, callLog('silent', { write: () => undefined }), {})
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const head = (call: string, more: string) =>
    `${call} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${clerk.token}\r\n${more}\r\n\r\n`
  const connection = connect(port, '127.0.0.1')
  connection.write(head('POST /api/admin/belt', 'content-type: application/json\r\ncontent-length: 2000000'))
  connection.write('x'.repeat(2_000_000))
  connection.write(head('GET /api/admin/belt?limit=1', 'connection: close'))
  expect((await text(connection)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  await app.close()
})
