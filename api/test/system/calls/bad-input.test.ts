import { apiRoot, type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSession } from '../../../src/staff/staff.ts'
import { pathOf, type World, worldIn } from '../../support/calls/documents.ts'
import { named, nameOf, routes } from '../../support/calls/endpoints.ts'
import { faultOf, hostile, searches, textOf } from '../../support/calls/hostile.ts'
import { furtherSamples, samples } from '../../support/calls/samples.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

let portal: TestPortal
let clerk: Client
let world: World
let requests = 0
beforeAll(async () => {
  portal = await testPortal({ MEMBER_PASSWORDS: 'on' })
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
})
afterAll(async () => {
  await portal.close()
  console.log(`bad input: ${routes.length} routes, ${requests} requests`)
})

interface Sent {
  path?: string
  query?: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

const json = { 'content-type': 'application/json' }
const form = (boundary = 'b') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })

const atOnce = 8

/** A clerk per route: some calls sign out, or change the password. */
async function newToken(): Promise<string> {
  const { token } = await portal.run((tx) => createSession(tx, clerk.userId, { address: '::1', userAgent: 'test' }))
  return token
}

/** Sends all of these to a route as a user with every permission, and returns what went wrong. */
async function faultsOf(route: Endpoint, all: readonly Sent[]): Promise<string[]> {
  const token = await newToken()
  const faults: string[] = []
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(
      all.slice(from, from + atOnce).map(async ({ path, query = '', payload, headers }) => {
        requests++
        const answer = await portal.app.inject({
          method: route.method,
          url: apiRoot + (path ?? pathOf(world, route.path)) + query,
          headers: { authorization: `Bearer ${token}`, ...headers },
          ...(payload === undefined ? {} : { payload }),
        })
        const fault = faultOf(answer)
        if (fault) faults.push(`${path ?? ''}${query} ${String(payload ?? '').slice(0, 300)} -> ${fault}`)
      }),
    )
  return faults
}

type Place = readonly (string | number)[]

const sendsAll = process.env.BAD_INPUT === 'all'
/**
 * A share of the values for each place, another share for the next and for the same of another route, so that a few places
 * cover every value; BAD_INPUT=all sends each value to each place.
 */
const shareFor = <T>(place: number, values: readonly T[], shares = 5) =>
  values.filter((_, index) => sendsAll || (index + place) % shares === 0)

/** Every place in a body, the whole body included. */
function placesIn(body: unknown, at: Place = []): Place[] {
  if (typeof body !== 'object' || body === null) return [at]
  return [at, ...Object.entries(body).flatMap(([key, value]) => placesIn(value, [...at, key]))]
}

function put(body: unknown, [first, ...rest]: Place, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(body)) return body.map((each, index) => (String(index) === first ? put(each, rest, value) : each))
  const entries = Object.entries(body ?? {})
  return Object.fromEntries(entries.map(([key, each]) => [key, key === first ? put(each, rest, value) : each]))
}

const bodyRoutes = routes.filter((route) => route.body)
const sampleOf = (route: Endpoint) => {
  const sample = samples[nameOf(route)]
  if (!sample) throw new Error(`${nameOf(route)} takes a body and has no sample in test/support/calls/samples.ts`)
  return sample
}
const fieldsOf = (schema: z.ZodType) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

/** Expected refusals of a valid sample body, where it can be valid only in a certain state. */
const refusedSamples: Record<string, number> = {
  'POST /auth/login': 401,
  'POST /auth/refresh': 401,
  'POST /auth/reset-password': 400,
  'POST /member/password': 400,
  // There is no mail server.
  'POST /point-adjust/mail/all-member/codes': 409,
  // Nothing was begun.
  'POST /auth/second-factor': 401,
  'POST /auth/factors/confirmation': 400,
  'POST /auth/factors/passkey/confirmation': 400,
  'POST /auth/factors/totp/confirmation': 400,
  // The sample payment was ordered in cash, and the event is not signed.
  'POST /payment/checkout/confirm': 404,
  'POST /payment/webhook': 400,
  // The picture is sent beside it.
  'POST /coach': 400,
  // So is the file.
  'POST /member/import/excel': 400,
  // The child of the samples has no wallet of its own.
  'PUT /point-adjust/move/parent-expiration': 409,
  // Its newcomer was charged by the call before.
  'PUT /newcomer/dismiss/:id': 404,
  // There is no such case.
  'PUT /attendance/clearOutstanding': 409,
  // The sample member owes nothing.
  'PUT /attendance/clearOutstanding/wallet/:member': 409,
  // The three formats exist from the first start.
  'POST /doc-num-format': 409,
}

test.each(named(bodyRoutes))('%s has a sample with every field it knows, and accepts it', async (name, route) => {
  const body = sampleOf(route)(world)
  if (route.body && !Array.isArray(body))
    expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(fieldsOf(route.body)))
  const send = { GET: clerk.get, POST: clerk.post, PUT: clerk.put, DELETE: clerk.delete }[route.method]
  const answer = await send(pathOf(world, route.path), body)
  expect([200, 201, refusedSamples[name]], answer.body).toContain(answer.statusCode)
})

test.each(named(bodyRoutes))(
  '%s takes anything for a field',
  async (name, route) => {
    const sample = sampleOf(route)
    const first = bodyRoutes.indexOf(route)
    const further = furtherSamples[name]
    const bodies = [
      ...placesIn(sample(world)).flatMap((place, n) =>
        shareFor(first + n, hostile).map((value) => put(sample(world), place, value)),
      ),
      ...(further ? placesIn(further.body(world)) : [])
        .filter(([at]) => at === further?.part)
        .flatMap((place, n) => shareFor(first + n, hostile).map((value) => put(further?.body(world), place, value))),
    ]
    const all = bodies.map((body): Sent => ({ headers: json, payload: textOf(body) }))
    expect(await faultsOf(route, all)).toEqual([])
  },
  60_000,
)

const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`
const tenMegabytes = Buffer.alloc(10_000_000, 'x')
const part = (name: string, content: string | Buffer, file = '') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--b--\r\n'),
  ])
const file = '; filename="a.png"\r\nContent-Type: image/png'

/** Bodies of a wrong type altogether. */
const bodies: readonly Sent[] = [
  ...[
    '',
    'null',
    'true',
    '5',
    '1e400',
    '"text"',
    '[]',
    '[[]]',
    '{}',
    '{',
    '}',
    '\ufeff{}',
    'undefined',
    nested(5000),
  ].map((payload): Sent => ({ headers: json, payload })),
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '$where', 'a.b', 'a[b]'].flatMap(
    (key): Sent[] => [
      { headers: json, payload: `{${JSON.stringify(key)}:{"prototype":{"polluted":true},"polluted":true}}` },
      { headers: form(), payload: part(key, '{"polluted":true}') },
    ],
  ),
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream', 'x', ''].map(
    (type): Sent => ({ headers: { 'content-type': type }, payload: 'a=b' }),
  ),
  { headers: form(''), payload: 'x' },
  { headers: form(), payload: 'x' },
  { headers: form(), payload: '--b--\r\n' },
  { headers: form(), payload: part('picture', 'no picture', file) },
  { headers: form(), payload: part('picture', '', file) },
  { headers: { ...json, 'content-length': '-1' }, payload: '{}' },
  { headers: { ...json, 'content-encoding': 'gzip' }, payload: '{}' },
  { headers: { ...json, 'if-match': '"\u00e9", *, W/""' }, payload: '{}' },
  { headers: { ...json, 'idempotency-key': 'x'.repeat(201) }, payload: '{}' },
  { headers: { ...json, 'idempotency-key': "a'b\u00e9" }, payload: '{}' },
]

test.each(named(bodyRoutes))('%s takes any body', async (_, route) => {
  // The few that take a file read each of them in another way than the rest.
  const all = route.upload ? bodies : shareFor(bodyRoutes.indexOf(route), bodies, 3)
  expect(await faultsOf(route, all)).toEqual([])
  expect('polluted' in {}).toBe(false)
})

/** The limit of a body is set by these alone, for whatever route (`serve.ts`). */
const limitOf = ({ upload, raw, may }: Endpoint) => `${upload} ${raw} ${may === 'public'}`
const limits = [...new Map(bodyRoutes.map((route) => [limitOf(route), route])).values()]

test.each(named(limits))('%s refuses 10 MB as too large', async (_, route) => {
  const path = apiRoot + pathOf(world, route.path)
  const authorization = `Bearer ${await newToken()}`
  const send = (headers: Record<string, string>, payload: Buffer) =>
    portal.app.inject({ method: route.method, url: path, headers: { authorization, ...headers }, payload })
  const answers = [await send(json, Buffer.concat([Buffer.from('{"a":"'), tenMegabytes, Buffer.from('"}')]))]
  if (route.upload)
    answers.push(
      await send(form(), part('name', tenMegabytes)),
      await send(form(), part(route.upload, tenMegabytes, file)),
      await send(form(), part('unknown', tenMegabytes, file)),
    )
  requests += answers.length
  for (const answer of answers) {
    expect(answer.statusCode, answer.body).toBe(413)
    expect(faultOf(answer)).toBeUndefined()
  }
})

const queryOf = (key: string, value: string) => `?${encodeURIComponent(key)}=${encodeURIComponent(value)}`

const pageQueries = [
  ...['%', '?%zz=%zz', '?searchText=%ff%fe', '?searchText=%ed%a0%80', '?constructor=1'],
  ...['?limit=0', '?limit=1001', '?limit=-5', '?offset=-1', '?sort=name;--', '?sort=-', '?unknown=1'],
]

const queryRoutes = routes.filter((route) => route.query)
test.each(named(queryRoutes))('%s takes anything in the query', async (_, route) => {
  const keys = route.query ? fieldsOf(route.query) : []
  const first = queryRoutes.indexOf(route)
  // A file has the filters of the page that it is made of, and whatever they let pass makes a whole file.
  const isPage = !isFile(route.result)
  const all = [
    ...keys.flatMap((key, n) => shareFor(first + n, searches, isPage ? 5 : 16).map((value) => queryOf(key, value))),
    ...keys.map((key) => `?${key}=a&${key}=b&${key}[]=c&${key}[$ne]=d`),
    '?__proto__[polluted]=1',
    ...(isPage ? pageQueries : []),
  ]
  const faults = await faultsOf(
    route,
    all.map((query) => ({ query: query.startsWith('?') ? query : `?${query}` })),
  )
  expect(faults).toEqual([])
  expect('polluted' in {}).toBe(false)
})

const noIds = [
  ...['x', '0', '-1', 'null', 'undefined', '__proto__', 'constructor', '%00', '%zz', '%ff', '..%2f..%2fetc', '%2e%2e'],
  ...["1'--", '1;drop', '%F0%9F%A5%8B', 'x'.repeat(290), 'x'.repeat(2000), '%20', '*', '01900000'],
  ...['00000000-0000-0000-0000-000000000000', '01900000-0000-7000-8000-00000000DEAD', '{id}', '2026-02-30'],
]
const idRoutes = routes.filter((route) => route.path.includes('/:'))
test.each(named(idRoutes))('%s takes anything for an id', async (name, route) => {
  const payload = route.body ? textOf(samples[name]?.(world)) : undefined
  const parameters = route.path.match(/:\w+/g) ?? []
  // What is called an id is read in one place, a file, a year or a key each in its own.
  const sent = (parameter: string) => (parameter === ':id' ? shareFor(idRoutes.indexOf(route), noIds, 3) : noIds)
  const all = parameters.flatMap((parameter) =>
    sent(parameter).map(
      (id): Sent => ({ path: pathOf(world, route.path.replace(parameter, id)), headers: json, payload }),
    ),
  )
  expect(await faultsOf(route, all)).toEqual([])
})

const paths = [...new Set(routes.map((route) => route.path))]
test.each(paths)('%s is closed to other methods', async (path) => {
  const url = apiRoot + path.replace(/:\w+/g, 'x')
  for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'OPTIONS'] as const) {
    requests++
    const answer = await portal.app.inject({ method: method as 'PATCH', url, headers: json, payload: '{}' })
    expect([400, 404, 405, 415], `${method} ${answer.body}`).toContain(answer.statusCode)
    expect(faultOf(answer), method).toBeUndefined()
  }
})
