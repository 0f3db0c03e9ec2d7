import { createServer, type IncomingMessage, type Server } from 'node:http'
import { endpoint } from '@academy/contract/platform/endpoint.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { addressOf } from './call-input.ts'
import { createClient } from './client.ts'
import type { Tokens } from './session/tokens.ts'

const member = endpoint({
  method: 'PUT',
  path: '/member/:id',
  may: 'session',
  body: z.object({
    name: z.string().optional(),
    isDisable: z.boolean().optional(),
    mainIDs: z.array(z.string()).nullish(),
  }),
  upload: 'picture',
  result: z.object({ name: z.string() }),
})
const list = endpoint({
  method: 'GET',
  path: '/member',
  may: 'session',
  query: z.object({ offset: z.coerce.number(), searchText: z.string().optional(), ids: z.string().optional() }),
  result: z.object({ items: z.array(z.object({ _id: z.string() })), total: z.number() }),
})

type Answer = { status: number; body: unknown; type?: string } | 'hang' | 'break'
interface Seen {
  method: string
  url: string
  authorization: string | undefined
  type: string | undefined
  body: string
}

let server: Server
let origin: string
let seen: Seen[]
let answer: (request: Seen) => Answer | Promise<Answer>

async function textOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

beforeEach(async () => {
  seen = []
  answer = () => ({ status: 200, body: {} })
  server = createServer(async (request, response) => {
    const { authorization, 'content-type': type } = request.headers
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization,
      type,
      body: await textOf(request),
    }
    seen.push(call)
    const given = await answer(call)
    if (given === 'hang') return
    if (given === 'break') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"items":', () => response.destroy())
      return
    }
    response.writeHead(given.status, { 'content-type': given.type ?? 'application/json' })
    response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

function memory(at: string | null, rt: string | null): Tokens & { at: string | null; rt: string | null } {
  return {
    at,
    rt,
    access() {
      return this.at
    },
    refresh() {
      return this.rt
    },
    renew({ token, refreshToken }) {
      this.at = token
      this.rt = refreshToken
    },
    withLock: (work) => work(),
  }
}

function clientWith(tokens: Tokens, timeoutMs?: number) {
  let lost = 0
  const client = createClient({
    origin,
    tokens,
    onUnauthorized: () => lost++,
    ...(timeoutMs ? { timeoutMs: () => timeoutMs } : {}),
  })
  return { client, lost: () => lost }
}

const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

/** A portal whose session `old` has expired and whose refresh token `r1` works once. */
function expiringPortal() {
  let valid = 'fresh'
  let refreshToken = 'r1'
  answer = ({ url, body, authorization }) => {
    if (url.endsWith('/auth/refresh')) {
      if (JSON.parse(body).refreshToken !== refreshToken)
        return { status: 401, body: { statusCode: 401, message: 'Used' } }
      refreshToken = 'r2'
      return { status: 200, body: { token: valid, refreshToken, expiresIn: 900 } }
    }
    if (authorization !== `Bearer ${valid}`) return { status: 401, body: { statusCode: 401, message: 'Session ended' } }
    return { status: 200, body: { items: [], total: 7 } }
  }
  return {
    endSession: () => {
      valid = 'none'
      refreshToken = 'none'
    },
  }
}

test('many calls that find the token dead refresh it once and all succeed', async () => {
  expiringPortal()
  const tokens = memory('old', 'r1')
  const { client, lost } = clientWith(tokens)
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(list, { query: { offset: 0 } })))
  expect(answers.map(({ total }) => total)).toEqual(Array(10).fill(7))
  expect(seen.filter(({ url }) => url.endsWith('/auth/refresh'))).toHaveLength(1)
  expect([tokens.at, tokens.rt]).toEqual(['fresh', 'r2'])
  expect(lost()).toBe(0)
})

test('a token another tab has renewed meanwhile is used without a refresh of our own', async () => {
  expiringPortal()
  const tokens = memory('old', 'r1')
  tokens.withLock = async (work) => {
    tokens.renew({ token: 'fresh', refreshToken: 'r9' })
    return work()
  }
  const { client, lost } = clientWith(tokens)
  expect((await client.call(list)).total).toBe(7)
  expect(seen.some(({ url }) => url.endsWith('/auth/refresh'))).toBe(false)
  expect(lost()).toBe(0)
})

test('a session that cannot be refreshed is lost, and says so', async () => {
  expiringPortal().endSession()
  const { client, lost } = clientWith(memory('old', 'r1'))
  const failure = await failureOf(client.call(list))
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ statusCode: 401, sessionLost: true })
  expect(lost()).toBe(1)
})

test('a call in the background neither renews a session nor finds it ended', async () => {
  expiringPortal()
  const { client, lost } = clientWith(memory('old', 'r1'))
  const failure = await failureOf(client.call(list, { inBackground: true }))
  expect(failure).toMatchObject({ statusCode: 401, sessionLost: false })
  expect(seen.some(({ url }) => url.endsWith('/auth/refresh'))).toBe(false)
  expect(lost()).toBe(0)
})

test('a portal that is busy while refreshing does not sign anybody out', async () => {
  answer = ({ url }) => ({ status: url.endsWith('/auth/refresh') ? 503 : 401, body: { message: 'Later' } })
  const { client, lost } = clientWith(memory('old', 'r1'))
  expect(await failureOf(client.call(list))).toMatchObject({ statusCode: 503, sessionLost: false })
  expect(lost()).toBe(0)
})

test('a wrong password is an error like any other', async () => {
  answer = () => ({
    status: 401,
    body: { statusCode: 401, error: 'Unauthorized', message: 'Wrong username or password' },
  })
  const { client, lost } = clientWith(memory(null, null))
  expect(await failureOf(client.call(list))).toMatchObject({
    message: 'Wrong username or password',
    sessionLost: false,
  })
  expect(lost()).toBe(0)
})

test('errors carry the server’s words and fields', async () => {
  const details = [{ path: 'email', message: 'Email is required' }]
  answer = () => ({
    status: 400,
    body: { statusCode: 400, error: 'Bad Request', message: 'Email is required', details },
  })
  const { client } = clientWith(memory('t', 'r'))
  expect(await failureOf(client.call(list))).toMatchObject({
    statusCode: 400,
    error: 'Bad Request',
    message: 'Email is required',
    details,
  })
})

test('an answer that is no JSON still becomes an error of our shape', async () => {
  answer = () => ({ status: 502, body: '<html>Bad gateway</html>', type: 'text/html' })
  const { client } = clientWith(memory('t', 'r'))
  expect(await failureOf(client.call(list))).toMatchObject({
    statusCode: 502,
    error: 'Error',
    message: 'The portal cannot answer now (502). Please try again.',
  })
})

test('a portal that cannot be reached gives message, statusCode and error', async () => {
  const client = createClient({
    origin: 'http://127.0.0.1:1',
    tokens: memory('t', 'r'),
    onUnauthorized: () => undefined,
  })
  expect(await failureOf(client.call(list))).toMatchObject({
    statusCode: 0,
    error: 'Network Error',
    message: 'The portal cannot be reached. Check the connection and try again.',
  })
})

test.each([
  ['a portal without its database', 503],
  ['a proxy without its portal', 502],
])('the answer of %s is no signal that the portal is back', async (_, status) => {
  const told: boolean[] = []
  const onReach = (reached: boolean) => told.push(reached)
  const client = createClient({ origin, tokens: memory('t', 'r'), onUnauthorized: () => undefined, onReach })
  answer = () => ({ status, body: {} })
  expect(await failureOf(client.call(list))).toMatchObject({ statusCode: status })
  expect(told).toEqual([])
  answer = () => ({ status: 200, body: { items: [], total: 0 } })
  await client.call(list)
  expect(told).toEqual([true])
})

test('a portal that does not answer is given up', async () => {
  answer = () => 'hang'
  const { client } = clientWith(memory('t', 'r'), 50)
  expect(await failureOf(client.call(list))).toMatchObject({
    statusCode: 0,
    message: 'The portal took too long to answer. Please try again.',
  })
})

test('a body without a file travels as JSON with the token', async () => {
  answer = () => ({ status: 200, body: { name: 'Lim' } })
  const { client } = clientWith(memory('t', 'r'))
  await client.call(member, { params: { id: 'a/b' }, body: { name: 'Lim', isDisable: true } })
  expect(seen[0]).toMatchObject({
    method: 'PUT',
    url: '/api/admin/member/a%2Fb',
    authorization: 'Bearer t',
    type: 'application/json',
    body: '{"name":"Lim","isDisable":true}',
  })
})

test('a file makes it multipart: text as text, the rest as JSON text, the file last as picture', async () => {
  answer = () => ({ status: 200, body: { name: 'Lim' } })
  const { client } = clientWith(memory('t', 'r'))
  const picture = new File(['png'], 'face.png', { type: 'image/png' })
  await client.call(member, { params: { id: '1' }, body: { picture, name: 'Lim', isDisable: false, mainIDs: null } })
  const { type = '', body = '' } = seen[0] ?? {}
  const parsed = await new Response(Buffer.from(body, 'latin1'), { headers: { 'content-type': type } }).formData()
  expect([...parsed.keys()]).toEqual(['name', 'isDisable', 'mainIDs', 'picture'])
  expect([parsed.get('name'), parsed.get('isDisable'), parsed.get('mainIDs')]).toEqual(['Lim', 'false', 'null'])
  expect(parsed.get('picture')).toMatchObject({ name: 'face.png', type: 'image/png' })
})

test('query arrays are joined with commas, undefined and empty values left out, plus signs survive', () => {
  const query = { offset: 0, ids: ['a', 'b'], searchText: '', sort: '+name,-dob', isDisable: false, page: undefined }
  expect(addressOf('/member', { query })).toBe(
    '/api/admin/member?offset=0&ids=a%2Cb&sort=%2Bname%2C-dob&isDisable=false',
  )
})

test('an answer that breaks off is a portal out of reach, and ends no session', async () => {
  answer = () => 'break'
  let lost = false
  const tokens: Tokens = {
    access: () => 'token',
    refresh: () => null,
    renew: () => undefined,
    withLock: (work) => work(),
  }
  const client = createClient({ origin, tokens, onUnauthorized: () => (lost = true) })
  const failure = await client.call(list).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ statusCode: 0 })
  expect(lost).toBe(false)
})

test('a picture may take longer than an answer: over a slow line it is sent whole', async () => {
  const released = Promise.withResolvers<void>()
  answer = async ({ method }) => {
    if (method === 'GET') return 'hang'
    await released.promise
    return { status: 200, body: { name: 'Mei' } }
  }
  const { client } = clientWith(memory('t', null), 50)
  const picture = new File(['x'], 'face.png', { type: 'image/png' })
  const sent = client.call(member, { params: { id: '1' }, body: { name: 'Mei', picture } })
  expect(await failureOf(client.call(list, { query: { offset: 0 } }))).toMatchObject({ statusCode: 0 })
  released.resolve()
  expect(await sent).toEqual({ name: 'Mei' })
})

test('a failed call is told in the portal’s words, but for one that tells itself, was given up or found the session over', async () => {
  answer = ({ url }) => (url.endsWith('offset=9') ? 'hang' : { status: 409, body: { message: 'The wallet holds 5' } })
  const told: unknown[] = []
  const onFailure = (error: unknown) => told.push(error instanceof Error && error.message)
  const client = createClient({ origin, tokens: memory('t', null), onUnauthorized: () => undefined, onFailure })
  const query = { offset: 0 }
  const given = new AbortController()
  const failures = [
    client.call(list, { query }),
    client.call(list, { query, timeoutMs: 1_000 }),
    client.call(list, { query, quiet: true }),
    client.call(list, { query: { offset: 9 }, signal: given.signal }),
  ]
  given.abort()
  expect(await Promise.all(failures.map(failureOf))).toHaveLength(4)
  expect(told).toEqual(['The wallet holds 5', 'The wallet holds 5'])
  answer = () => ({ status: 401, body: { message: 'Session ended' } })
  expect(await failureOf(client.call(list, { query }))).toMatchObject({ sessionLost: true })
  expect(told).toHaveLength(2)
})
