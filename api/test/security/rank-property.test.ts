import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../src/staff/sign-in/tokens.ts'
import { testPortal } from '../support/portal.ts'
import { password } from '../support/staff/sign-in.ts'
import { type Attempt, mayTry, mustBeOut, outcome, type Staff, wrongs } from './rank-rules.ts'

const portal = await testPortal()
const centres: string[] = []
beforeAll(async () => {
  const owner = await portal.as()
  for (const description of ['First', 'Second'])
    centres.push((await owner.post('/centre', { description })).json<{ _id: string }>()._id)
})
afterAll(() => portal.close())

const pool = ['user', 'userGroup'].flatMap((module) =>
  ['create', 'edit', 'delete'].map((action) => `${module}.${action}`),
)
const permissionPool = [...pool, 'belt.view', 'membership.wallet']

const mapOf = (permissions: readonly string[]) =>
  Object.fromEntries(
    [...new Set(permissions.map((each) => each.split('.')[0] ?? ''))].map((module) => [
      module,
      permissions.filter((each) => each.startsWith(`${module}.`)).map((each) => each.slice(module.length + 1)),
    ]),
  )

const state = async (): Promise<Staff> => {
  const [row] = await portal.run((tx) =>
    tx.query<Staff>(sql`select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', row_version, 'group', user_group, 'isDisable', is_disable,
        'centres', case when is_center then to_jsonb(centre_incharge) end,
        'sessions', (select count(*) from staff_session where user_id = staff_user.id)) order by id), '[]') from staff_user) as users,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', row_version, 'isDisable', is_disable,
        'permissions', (select coalesce(jsonb_agg(key || '.' || action), '[]') from jsonb_each(permissions),
          jsonb_array_elements_text(value) action)) order by id), '[]') from user_group) as groups`),
  )
  if (!row) throw new Error('The state has one row')
  return row
}

interface World {
  groups: string[][]
  people: { group: number; centres: string[] | null; isDisable: boolean }[]
}

let count = 0
const newName = () => `name ${++count}`

/** Puts these groups and users in the place of all others. */
async function build({ groups, people }: World) {
  const { handle } = portal
  const dates = { createdAt: portal.clock.now().toISOString(), updatedAt: portal.clock.now().toISOString() }
  const newId = () => portal.run(async (tx) => tx.newId())
  await handle.deleteFrom('staffUser').execute()
  await handle.deleteFrom('userGroup').execute()
  const ids: string[] = []
  for (const permissions of groups) {
    const id = await newId()
    ids.push(id)
    await handle
      .insertInto('userGroup')
      .values({ id, role: newName(), permissions: JSON.stringify(mapOf(permissions)), ...dates })
      .execute()
  }
  for (const { group, centres: limit, isDisable } of people)
    await handle
      .insertInto('staffUser')
      .values({
        id: await newId(),
        username: newName(),
        password: 'none',
        userGroup: ids[group % ids.length] ?? '',
        isCenter: limit !== null,
        centreIncharge: limit ?? [],
        isDisable,
        ...dates,
      })
      .execute()
}

const tokenOf = (userId: string) => `token of ${userId}`.replaceAll(' ', '-')

/** Signs in everybody who is signed out. */
async function signIn({ users }: Staff) {
  const out = users.filter(({ sessions }) => sessions === 0)
  if (out.length === 0) return
  const at = portal.clock.now().toISOString()
  const later = '2026-12-20T04:00:00Z'
  await portal.handle
    .insertInto('staffSession')
    .values(
      out.map(({ id }) => ({
        id,
        userId: id,
        tokenHash: hashOf(tokenOf(id)),
        tokenBegan: at,
        tokenExpires: later,
        refreshHash: hashOf(`refresh ${id}`),
        refreshFamily: hashOf(`family ${id}`),
        refreshExpires: later,
        lastUsed: at,
        createdAt: at,
      })),
    )
    .execute()
}

const limitOf = (limit: string[] | null) => ({
  isCenter: limit !== null,
  centreIncharge: limit ?? [],
  accessRight: null,
})

function requestOf(attempt: Attempt): ['POST' | 'PUT' | 'DELETE', string, object?] {
  switch (attempt.kind) {
    case 'create user':
      return ['POST', '/user', { username: newName(), password, userGroup: attempt.group, ...limitOf(attempt.centres) }]
    case 'change user': {
      const { group, centres: limit, isDisable } = attempt.set
      return [
        'PUT',
        `/user/${attempt.user}`,
        {
          ...(group === undefined ? {} : { userGroup: group }),
          ...(limit === undefined ? {} : limitOf(limit)),
          ...(isDisable === undefined ? {} : { isDisable }),
          ...(Object.keys(attempt.set).length === 0 ? { username: newName() } : {}),
        },
      ]
    }
    case 'delete user':
      return ['DELETE', `/user/${attempt.user}`]
    case 'create group':
      return ['POST', '/user-group', { role: newName(), permissions: mapOf(attempt.permissions) }]
    case 'change group': {
      const { permissions, ...others } = attempt.set
      const name = Object.keys(attempt.set).length === 0 ? { role: newName() } : {}
      return [
        'PUT',
        `/user-group/${attempt.group}`,
        { ...others, ...name, ...(permissions ? { permissions: mapOf(permissions) } : {}) },
      ]
    }
    case 'delete group':
      return ['DELETE', `/user-group/${attempt.group}`]
  }
}

async function send(caller: string, attempt: Attempt): Promise<number> {
  const [method, path, payload] = requestOf(attempt)
  const answer = await portal.app.inject({
    method,
    url: `/api/admin${path}`,
    headers: { authorization: `Bearer ${tokenOf(caller)}` },
    ...(payload ? { payload } : {}),
  })
  return answer.statusCode
}

const nth = <Row extends { id: string }>(rows: Row[], n: number): string => rows[n % Math.max(rows.length, 1)]?.id ?? ''

const chosen = fc.nat({ max: 99 })
const permissions = fc.oneof(
  { weight: 2, arbitrary: fc.subarray(permissionPool) },
  { weight: 1, arbitrary: fc.constant(permissionPool) },
)
const limit = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.subarray([0, 1]) })
/** Null or the ids of the centres. */
const limitFrom = (given: number[] | null) => (given === null ? null : given.map((n) => centres[n] ?? ''))

interface Step {
  caller: number
  attempt: (staff: Staff) => Attempt
}
const step = (weight: number, attempt: fc.Arbitrary<Step['attempt']>) => ({
  weight,
  arbitrary: fc.record({ caller: chosen, attempt }),
})
const aUser = (set: (staff: Staff) => Extract<Attempt, { kind: 'change user' }>['set']) =>
  chosen.map((n): Step['attempt'] => (staff) => ({ kind: 'change user', user: nth(staff.users, n), set: set(staff) }))
const steps = fc.oneof(
  step(
    1,
    fc.tuple(chosen, limit).map(([n, given]) => ({ groups }) => ({
      kind: 'create user',
      group: nth(groups, n),
      centres: limitFrom(given),
    })),
  ),
  step(
    2,
    aUser(() => ({})),
  ),
  step(
    3,
    fc.boolean().chain((isDisable) => aUser(() => ({ isDisable }))),
  ),
  step(
    5,
    chosen.chain((n) => aUser(({ groups }) => ({ group: nth(groups, n) }))),
  ),
  step(
    3,
    limit.chain((given) => aUser(() => ({ centres: limitFrom(given) }))),
  ),
  step(
    2,
    chosen.map((n) => ({ users }) => ({ kind: 'delete user', user: nth(users, n) })),
  ),
  step(
    1,
    permissions.map((some) => () => ({ kind: 'create group', permissions: some })),
  ),
  step(
    5,
    fc.tuple(chosen, permissions).map(([n, some]) => ({ groups }) => ({
      kind: 'change group',
      group: nth(groups, n),
      set: { permissions: some },
    })),
  ),
  step(
    3,
    fc.tuple(chosen, fc.option(fc.boolean(), { nil: undefined })).map(([n, isDisable]) => ({ groups }) => ({
      kind: 'change group',
      group: nth(groups, n),
      set: isDisable === undefined ? {} : { isDisable },
    })),
  ),
  step(
    1,
    chosen.map((n) => ({ groups }) => ({ kind: 'delete group', group: nth(groups, n) })),
  ),
)
const worlds: fc.Arbitrary<World> = fc.record({
  groups: fc.array(permissions, { minLength: 2, maxLength: 4 }),
  people: fc
    .array(fc.record({ group: chosen, centres: limit, isDisable: fc.nat({ max: 6 }).map((odd) => odd === 6) }), {
      minLength: 3,
      maxLength: 5,
    })
    .map((people) => people.map((one) => ({ ...one, centres: limitFrom(one.centres) }))),
})

/** Without versions and ids of what is new, which the rules cannot foretell. */
const comparable = (staff: Staff) => ({
  users: staff.users.map(({ group, centres: all, isDisable }) => ({ group, all: all?.toSorted(), isDisable })),
  groups: staff.groups.map((group) => ({ all: group.permissions.toSorted(), isDisable: group.isDisable })),
})

const seen = { accepted: 0, beyondRank: 0 }

async function tryOne({ caller, attempt: of }: Step) {
  const before = await state()
  await signIn(before)
  const callerId = nth(before.users, caller)
  const attempt = of(before)
  const status = await send(callerId, attempt)
  const after = await state()
  const expected = mayTry(before, callerId, attempt.kind) ? outcome(before, attempt) : undefined
  const reasons = expected ? wrongs(before, expected, callerId) : ['not to be tried']
  const words = JSON.stringify({ callerId, attempt, status, reasons })
  if (status >= 400) {
    expect([401, 403, 409], words).toContain(status)
    expect(reasons, words).not.toEqual([])
    const stored = (staff: Staff) => ({ ...staff, users: staff.users.map(({ sessions: _, ...user }) => user) })
    expect(stored(after), words).toEqual(stored(before))
    if (expected) seen.beyondRank++
    return
  }
  expect(reasons, words).toEqual([])
  expect(wrongs(before, after, callerId), words).toEqual([])
  expect(comparable(after), words).toEqual(expected && comparable(expected))
  for (const user of mustBeOut(before, after, callerId)) expect(user.sessions, words).toBe(0)
  seen.accepted++
}

test('whoever calls whatever in whatever order, nobody ends with more or less than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.array(steps, { minLength: 6, maxLength: 12 }), async (world, all) => {
      await build(world)
      for (const each of all) await tryOne(each)
    }),
    { numRuns: 30, seed: 14, endOnFailure: true },
  )
  // Neither everything nor nothing was refused.
  expect(seen.accepted).toBeGreaterThan(30)
  expect(seen.beyondRank).toBeGreaterThan(30)
})
