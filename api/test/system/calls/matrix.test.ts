import { readdir } from 'node:fs/promises'
import { apiRoot, type Endpoint } from '@academy/contract/platform/endpoint.ts'
import { allPermissions, type Permission, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '../../../src/modules.ts'
import type { ApiModule } from '../../../src/platform/http/index.ts'
import { later } from '../../../src/platform/runtime/index.ts'
import { createSession } from '../../../src/staff/staff.ts'
import { mapOf, named, nameOf, permissionsOf, routes } from '../../support/calls/endpoints.ts'
import { classesOf, coursePlaces, newCourse, newYear } from '../../support/courses/courses.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'
import { adult } from '../../support/students.ts'

const id = '01900000-0000-7000-8000-00000000dead'

/** Public. A new one is a decision, to be listed here. */
const publicRoutes = [
  'GET /config',
  'GET /openapi.json',
  'GET /payment/checkout/:id',
  'GET /receipt/:token',
  'POST /auth/forgot-password',
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/reset-password',
  'POST /auth/second-factor',
  'POST /member/password',
  'POST /payment/checkout/confirm',
  'POST /payment/webhook',
]
/** For everybody who is signed in. */
const sessionRoutes = [
  'DELETE /auth/factors/:id',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  'DELETE /view/:id',
  'GET /auth/factors',
  'GET /auth/profile',
  'GET /auth/sessions',
  'GET /dashboard/waiting',
  'GET /doc-num-format/type/:type',
  'GET /export/:key',
  'GET /holiday/get-by-year/:year',
  'GET /lookup/:resource',
  'GET /report/class-attend-report',
  'GET /report/class/attendance',
  'GET /view',
  'POST /auth',
  'POST /auth/factors/challenge',
  'POST /auth/factors/confirmation',
  'POST /auth/factors/passkey',
  'POST /auth/factors/passkey/confirmation',
  'POST /auth/factors/recovery-codes',
  'POST /auth/factors/totp',
  'POST /auth/factors/totp/confirmation',
  'POST /auth/logout',
  'POST /view',
  'PUT /auth/password',
]
/** Where one of several permissions opens only a part of a list: the filter that asks for this part. */
const partial: Record<string, Partial<Record<Permission, string>>> = {
  'GET /attendance': { 'outStandingCredit.view': '?outstanding=true', 'membership.view': `?member=${id}` },
}

const guarded = routes.filter((route) => permissionsOf(route).length > 0)

const allBut = (permissions: readonly string[]): PermissionMap =>
  Object.fromEntries(
    Object.entries(allPermissions()).map(([module, actions]) => [
      module,
      actions.filter((action) => !permissions.includes(`${module}.${action}`)),
    ]),
  )

let portal: TestPortal
let person: Client
let visitor: Client
/** Three users with every permission who are refused nevertheless. */
let expired: string
let disabled: string
let powerless: string
let cases = 0
beforeAll(async () => {
  portal = await testPortal()
  const now = portal.clock.now().toISOString()
  portal.clock.set(later(portal.clock.now(), -30 * 60 * 1000).toISOString())
  expired = (await portal.as()).token
  portal.clock.set(now)
  const gone = await portal.as()
  const grouped = await portal.as()
  disabled = gone.token
  powerless = grouped.token
  await portal.run((tx) =>
    tx.change({ section: 'test', docType: 'test', action: 'test', description: 'test' }, async (on) => {
      await on().updateTable('staffUser').set({ isDisable: true }).where('id', '=', gone.userId).execute()
      await on()
        .updateTable('userGroup')
        .set({ isDisable: true })
        .where('id', '=', (eb) => eb.selectFrom('staffUser').select('userGroup').where('id', '=', grouped.userId))
        .execute()
    }),
  )
  person = await portal.as({}, { username: 'the person' })
  visitor = await portal.as({}, { username: 'the visitor' })
})
afterAll(async () => {
  await portal.close()
  console.log(`permission matrix: ${routes.length} routes, ${cases} cases`)
})

/** Gives the user's group these permissions and no others. */
const grant = (permissions: PermissionMap) =>
  portal.run((tx) =>
    tx.change({ section: 'test', docType: 'test', action: 'test', description: 'test' }, (on) =>
      on()
        .updateTable('userGroup')
        .set({ permissions: JSON.stringify(permissions) })
        .execute(),
    ),
  )

async function statusOf(route: Endpoint, token: string | undefined, query = ''): Promise<number> {
  cases++
  const answer = await portal.app.inject({
    method: route.method,
    url: apiRoot + route.path.replace(/:\w+/g, id) + query,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { payload: {} }),
  })
  return answer.statusCode
}

test('every route says who may call it, once', () => {
  const names = routes.map(nameOf)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const known = Object.entries(allPermissions()).flatMap(([module, actions]) =>
    actions.map((action) => `${module}.${action}`),
  )
  const unknown = guarded.flatMap(permissionsOf).filter((permission) => !known.includes(permission))
  expect(unknown).toEqual([])
})

test('the open routes are these and no others', () => {
  const open = (may: Endpoint['may']) => routes.filter((route) => route.may === may).map(nameOf)
  expect(open('public').toSorted()).toEqual(publicRoutes)
  expect(open('session').toSorted()).toEqual(sessionRoutes)
})

test('no module is forgotten', async () => {
  const folder = new URL('../../../src/', import.meta.url)
  const places = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('routes.ts'))
  expect(places.length).toBeGreaterThan(3)
  const isModule = (value: unknown): value is ApiModule =>
    typeof value === 'object' && value !== null && 'handlers' in value
  for (const place of places) {
    const exported: unknown[] = Object.values(await import(new URL(place, folder).href)).flat()
    const forgotten = exported.filter(isModule).filter((module) => !modules.includes(module))
    expect(forgotten, place).toEqual([])
  }
})

test('every endpoint of the contract has a handler', async () => {
  const folder = new URL('../../../../contract/src/', import.meta.url)
  const places = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const isRoute = (value: unknown) => typeof value === 'object' && value !== null && 'may' in value && 'path' in value
  const served = new Set<unknown>(routes)
  const endpoints: unknown[] = []
  for (const place of places) {
    const exported: unknown[] = Object.values(await import(new URL(place, folder).href))
    endpoints.push(
      ...exported.flatMap((value) => (typeof value === 'object' ? Object.values(value ?? {}) : [])).filter(isRoute),
    )
  }
  expect(endpoints.length).toBeGreaterThan(50)
  expect(endpoints.filter((endpoint) => !served.has(endpoint))).toEqual([])
})

test.each(named(routes.filter((route) => route.may !== 'public')))(
  '%s is closed without a session',
  async (_, route) => {
    for (const token of [undefined, '', 'x'.repeat(43)]) expect(await statusOf(route, token)).toBe(401)
  },
)

test.each(named(routes.filter((route) => route.may !== 'public')))(
  '%s is closed to an expired token and to a disabled user',
  async (_, route) => {
    expect(await statusOf(route, expired), 'expired').toBe(401)
    expect(await statusOf(route, disabled), 'disabled user').toBe(401)
  },
)

test.each(named(guarded))('%s is closed to a disabled group', async (_, route) => {
  expect(await statusOf(route, powerless)).toBe(403)
})

test.each(named(routes.filter((route) => route.may === 'public')))('%s is open to everybody', async (_, route) => {
  // The document that the path names may not exist.
  expect(route.path.includes('/:') ? [200, 400, 404] : [200, 400]).toContain(await statusOf(route, undefined))
})

test.each(named(routes.filter((route) => route.may === 'session')))(
  '%s is open to who is signed in',
  async (_, route) => {
    await grant({})
    // Another user than the one tested: some of these calls sign out everywhere.
    const session = await portal.run((tx) => createSession(tx, visitor.userId, { address: '::1', userAgent: 'test' }))
    expect([200, 400, 404]).toContain(await statusOf(route, session.token))
  },
)

test.each(named(guarded))('%s opens with its permission and with no other', async (name, route) => {
  const wanted = permissionsOf(route)
  await grant({})
  expect(await statusOf(route, person.token), 'without any permission').toBe(403)
  await grant(allBut(wanted))
  expect(await statusOf(route, person.token), `with everything but ${wanted}`).toBe(403)
  for (const permission of wanted) {
    await grant(mapOf([permission]))
    const filter = partial[name]?.[permission]
    if (filter) expect(await statusOf(route, person.token), `with ${permission}, unfiltered`).toBe(403)
    const status = await statusOf(route, person.token, filter)
    expect([200, 201, 400, 404, 409], `with ${permission} alone`).toContain(status)
  }
})

/** Where one call needs several permissions together: the body, and the response that only all of them give. */
test('POST /attendance/take/:class adds a walk-in with attendance mark and membership edit together', async () => {
  await grant(allPermissions())
  const places = await coursePlaces(portal)
  const course = await newCourse(person, places)
  await newYear(person, places, course._id)
  const session = (await classesOf(person, course._id)).find(({ date }: { date: string }) => date < '2026-11-20')
  const member = await adult(portal, 'Walker')
  const marks = [{ member, status: 'P', creditType: 'free' }]
  const cases: [Permission[], number][] = [
    [['attendance.mark', 'attendance.edit'], 403],
    [['membership.edit', 'attendance.edit'], 403],
    [['attendance.mark', 'membership.edit'], 200],
  ]
  for (const [permissions, status] of cases) {
    await grant(mapOf(permissions))
    const answer = await person.post(`/attendance/take/${session._id}`, marks)
    expect([permissions, answer.statusCode]).toEqual([permissions, status])
  }
})
