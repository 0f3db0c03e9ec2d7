/** When a second factor is asked for: again where much is at stake, and of everybody in a group. */
import { messages } from '@academy/contract/platform/messages.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { nameOf, routes } from '../support/calls/endpoints.ts'
import { testPortal, unknown } from '../support/portal.ts'
import { secondFactorDesk } from '../support/staff/second-factor.ts'
import { officeOf } from '../support/staff/staff.ts'

const portal = await testPortal()
const office = officeOf(portal)
const { pass, codeOf, withApp, send, person } = secondFactorDesk(portal)
afterAll(() => portal.close())
beforeEach(() => pass(20))

describe('what weighs most', () => {
  const asked = routes.filter((route) => route.confirmed)

  const isRefusal = (answer: { statusCode: number; json(): unknown }) =>
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({ details: [{ path: 'secondFactor', message: messages.confirmSecondFactor }] }),
    ])

  test('asks for the factor again after ten minutes, and whoever has none for nothing', async () => {
    const { client, secret, username } = await person()
    const free = await portal.as()
    // Reports are declared as one.
    const tried = asked.filter(({ path }) => !/recovery-codes|^\/report\/(?!tm-Report)/.test(path))
    for (const { method, path } of tried) {
      const call = path.replace(/:\w+/g, unknown)
      pass(11)
      isRefusal(await send(client.token, method, call, method === 'GET' ? undefined : {}))
      const others = await send(free.token, method, call, method === 'GET' ? undefined : {})
      expect(others.body).not.toContain(messages.confirmSecondFactor)
      await again(client.token)
      await again(free.token)
    }
    async function again(token: string) {
      // A session lives by being used.
      expect((await send(token, 'GET', '/auth/profile')).statusCode).toBe(200)
    }
    isRefusal(await client.post('/auth/factors/recovery-codes'))
    const { ticket } = (await client.post('/auth/factors/challenge')).json()
    expect((await client.post('/auth/factors/confirmation', { ticket, code: '000000' })).statusCode).toBe(400)
    isRefusal(await client.post('/auth/factors/recovery-codes'))
    const confirmed = await client.post('/auth/factors/confirmation', { ticket, code: codeOf(secret) })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    expect((await client.post('/auth/factors/recovery-codes')).json().recoveryCodes).toHaveLength(10)
    expect(username).toBe((await client.get('/auth/profile')).json().username)
  })

  test('is also a change of what a user or a group may do, not of a name', async () => {
    const { client } = await person()
    const clerk = await portal.as({ user: ['view'] })
    const [group, other] = [await office.groupOf(clerk.userId), await office.groupOf(client.userId)]
    pass(11)
    const calls: [string, object][] = [
      [`/user/${clerk.userId}`, { userGroup: other }],
      [`/user/${clerk.userId}`, { password: 'gamelan_9_kites' }],
      [`/user/${clerk.userId}`, { isDisable: true }],
      [`/user-group/${group}`, { permissions: { user: ['view', 'edit'] } }],
      [`/user-group/${group}`, { secondFactorRequired: true }],
    ]
    for (const [path, body] of calls) isRefusal(await client.put(path, body))
    expect((await client.get(`/user/${clerk.userId}`)).json().userGroup._id).toBe(group)
    expect((await client.put(`/user-group/${group}`, { role: 'Renamed' })).statusCode).toBe(200)
  })
})

describe('a group that asks for a second factor', () => {
  test('is none until somebody turns it on; then its users add one before anything else', async () => {
    const owner = await portal.as()
    const clerk = await portal.as({ user: ['view'] })
    const group = await office.groupOf(clerk.userId)
    expect((await owner.get(`/user-group/${group}`)).json().secondFactorRequired).toBe(false)
    expect((await owner.put(`/user-group/${group}`, { secondFactorRequired: true })).statusCode).toBe(200)
    expect((await clerk.get('/auth/profile')).json().mustAddSecondFactor).toBe(true)
    const allowed = routes.filter((route) => route.beforeSecondFactor).map(nameOf)
    expect(allowed.toSorted()).toEqual([
      'GET /auth/factors',
      'GET /auth/profile',
      'POST /auth/factors/passkey',
      'POST /auth/factors/passkey/confirmation',
      'POST /auth/factors/totp',
      'POST /auth/factors/totp/confirmation',
      'POST /auth/logout',
      'PUT /auth/password',
    ])
    for (const route of routes.filter((each) => each.may !== 'public' && !allowed.includes(nameOf(each)))) {
      const answer = await send(clerk.token, route.method, route.path.replace(/:\w+/g, unknown))
      expect([nameOf(route), answer.statusCode, answer.json().message]).toEqual([
        nameOf(route),
        403,
        messages.mustAddSecondFactor,
      ])
    }
    await withApp(clerk)
    expect((await clerk.get('/user')).statusCode).toBe(200)
    expect((await clerk.get('/auth/profile')).json().mustAddSecondFactor).toBe(false)
  })
})
