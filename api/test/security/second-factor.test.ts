/** Who knows a password, or has stolen a session, against users with a second factor. */
import { messages } from '@academy/contract/platform/messages.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { found } from '../../src/platform/http/index.ts'
import { later } from '../../src/platform/runtime/index.ts'
import { addFactor } from '../../src/staff/second-factor/factors.ts'
import { ticketOf as begunWith } from '../../src/staff/second-factor/tickets.ts'
import { removeSecondFactor } from '../../src/staff/sign-in/rescue.ts'
import { nameOf, routes } from '../support/calls/endpoints.ts'
import { type Client, type TestPortal, testPortal, unknown } from '../support/portal.ts'
import { testPasskey } from '../support/staff/passkey.ts'
import { password, start } from '../support/staff/sign-in.ts'
import { officeOf } from '../support/staff/staff.ts'

const portal = await testPortal()
const office = officeOf(portal)
afterAll(() => portal.close())
let minutes = 0
beforeEach(() => pass(20))

function pass(more: number) {
  minutes += more
  portal.clock.set(later(new Date(start), minutes * 60_000).toISOString())
}

const login = (username: string, on: TestPortal = portal) => on.anyone.post('/auth/login', { username, password })
const codeOf = (secret: string, on: TestPortal = portal) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: on.portal.clock.now().getTime() })
const second = (ticket: string, proof: object, on: TestPortal = portal) =>
  on.anyone.post('/auth/second-factor', { ticket, ...proof })
const ticketOf = async (username: string): Promise<string> => (await login(username)).json().secondFactor.ticket
const send = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  portal.app.inject({
    method,
    url: `/api/admin${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })

/** Adds an authenticator app to a client's user. */
async function withApp(client: Pick<Client, 'post'>, on: TestPortal = portal) {
  const begun = (await client.post('/auth/factors/totp', { password })).json()
  const added = await client.post('/auth/factors/totp/confirmation', {
    ticket: begun.ticket,
    name: 'My phone',
    code: codeOf(begun.secret, on),
  })
  expect(added.statusCode, added.body).toBe(201)
  const recoveryCodes: string[] = added.json().recoveryCodes
  return { secret: String(begun.secret), recoveryCodes }
}
let people = 0
async function person(permissions = allPermissions()) {
  const username = `person ${++people}`
  const client = await portal.as(permissions, { username })
  return { client, username, ...(await withApp(client)) }
}

describe('whoever has an authenticator app', () => {
  test('signs in with the password and a code, each code once', async () => {
    const { username, secret } = await person()
    pass(1)
    const asked = await login(username)
    expect(asked.json()).toEqual({ secondFactor: { ticket: expect.any(String), totp: true } })
    const { ticket } = asked.json().secondFactor
    const code = codeOf(secret)
    const session = await second(ticket, { code })
    expect(session.statusCode, session.body).toBe(200)
    expect((await send(session.json().token, 'GET', '/auth/profile')).json().username).toBe(username)
    expect((await second(ticket, { code })).statusCode).toBe(401)
    expect((await second(await ticketOf(username), { code })).statusCode).toBe(400)
    pass(1)
    expect((await second(await ticketOf(username), { code: codeOf(secret) })).statusCode).toBe(200)
  })

  test('the same code at once from two places opens one of them', async () => {
    const { username, secret } = await person()
    pass(1)
    const tickets = [await ticketOf(username), await ticketOf(username)]
    const code = codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, { code })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  })

  test('gets no session by the password alone, and the ticket opens nothing else', async () => {
    const { username, client } = await person()
    const ticket = await ticketOf(username)
    expect((await send(ticket, 'GET', '/auth/profile')).statusCode).toBe(401)
    expect((await portal.anyone.post('/auth/refresh', { refreshToken: ticket })).statusCode).toBe(401)
    const { ticket: own } = (await client.post('/auth/factors/challenge')).json()
    expect((await second(own, { code: '123456' })).statusCode).toBe(401)
    pass(11)
    expect((await second(ticket, { code: '123456' })).statusCode).toBe(401)
  })

  test('begins anew once the password is another, or all devices were signed out', async () => {
    const owner = await portal.as()
    const endings: ((client: Client) => ReturnType<Client['post']>)[] = [
      (client) => client.put('/auth/password', { current: password, password: 'gamelan_9_kites' }),
      (client) => client.delete('/auth/sessions'),
      ({ userId }) => owner.put(`/user/${userId}`, { password: 'gamelan_9_kites' }),
      ({ userId }) => owner.post(`/user/${userId}/logout`),
    ]
    for (const end of endings) {
      const { client, username, secret } = await person()
      const ticket = await ticketOf(username)
      const ended = await end(client)
      expect(ended.statusCode, ended.body).toBe(200)
      pass(1)
      expect((await second(ticket, { code: codeOf(secret) })).statusCode).toBe(401)
    }
  })

  test('begins in the transaction that found the password right, so that who changes it ends that sign-in', async () => {
    const { client, username } = await person()
    await ticketOf(username)
    const transactions = sql`select xmin::text from second_factor_ticket where user_id = ${client.userId}
      union select xmin::text from audit_record where action = 'Second factor asked' and doc_id = ${client.userId}`
    expect(await portal.rows(transactions)).toHaveLength(1)
  })

  test('is not guessed: wrong codes are counted, and the right password forgives none', async () => {
    const { username, secret } = await person()
    pass(1)
    for (let guess = 0; guess < 5; guess++)
      expect((await second(await ticketOf(username), { code: '000000' })).statusCode).toBe(400)
    const refused = await second(await ticketOf(username), { code: codeOf(secret) })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  })

  test('is signed in by each recovery code once, however it is written', async () => {
    const { username, recoveryCodes, client } = await person()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    expect((await second(await ticketOf(username), { code: ` ${code.toUpperCase()} ` })).statusCode).toBe(200)
    expect((await second(await ticketOf(username), { code })).statusCode).toBe(400)
    expect((await client.get('/auth/factors')).json().recoveryCodesLeft).toBe(9)
  })

  test('leaves no secret in the trail, in the tables, or in answers kept for a repeat', async () => {
    const client = await portal.as()
    const begun = (
      await client.post('/auth/factors/totp', { password }, { 'idempotency-key': 'begin-app-0123456789' })
    ).json()
    const added = await client.post(
      '/auth/factors/totp/confirmation',
      { ticket: begun.ticket, name: 'Phone', code: codeOf(begun.secret) },
      { 'idempotency-key': 'added-app-0123456789' },
    )
    const [code] = added.json().recoveryCodes
    const everything = JSON.stringify(
      await portal.run((tx) =>
        tx.query(sql`select (select json_agg(a) from audit_record a) as trail, (select json_agg(f) from second_factor f) as
          factors, (select json_agg(c) from recovery_code c) as codes, (select json_agg(k) from idempotent_answer k) as kept`),
      ),
    )
    expect(everything).toContain('added the authenticator app Phone')
    expect(everything).not.toContain(begun.secret)
    expect(everything).not.toContain(code)
  })
})

describe('a stolen session', () => {
  test('adds no factor without the password', async () => {
    const client = await portal.as()
    for (const path of ['/auth/factors/totp', '/auth/factors/passkey'])
      expect((await client.post(path, {}, { host: 'localhost' })).json().details).toMatchObject([{ path: 'password' }])
  })

  test('cannot use what another user began', async () => {
    const [one, other] = [await portal.as(), await portal.as()]
    const begun = (await one.post('/auth/factors/totp', { password })).json()
    const body = { ticket: begun.ticket, name: 'Mine', code: codeOf(begun.secret) }
    expect((await other.post('/auth/factors/totp/confirmation', body)).statusCode).toBe(400)
    const { client, secret } = await person()
    const { client: stranger } = await person()
    pass(11)
    const { ticket } = (await client.post('/auth/factors/challenge')).json()
    expect((await stranger.post('/auth/factors/confirmation', { ticket, code: codeOf(secret) })).statusCode).toBe(400)
  })

  test('ends when the first factor is added elsewhere', async () => {
    const client = await portal.as({}, { username: 'robbed' })
    const { token } = (await login('robbed')).json()
    expect((await send(token, 'GET', '/auth/profile')).statusCode).toBe(200)
    await withApp(client)
    expect((await send(token, 'GET', '/auth/profile')).statusCode).toBe(401)
    expect((await client.get('/auth/profile')).statusCode).toBe(200)
  })
})

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

describe('a passkey', () => {
  const origin = 'http://localhost'
  const host = { host: 'localhost' }

  async function withPasskey() {
    const username = `key ${++people}`
    const client = await portal.as(undefined, { username })
    const key = testPasskey(origin)
    const { ticket, options } = (await client.post('/auth/factors/passkey', { password }, host)).json()
    const body = { ticket, name: 'Blue key', passkey: key.register(options) }
    const added = await client.post('/auth/factors/passkey/confirmation', body, host)
    expect(added.statusCode, added.body).toBe(201)
    return { username, client, key, again: body }
  }
  const begin = async (username: string) =>
    (await portal.anyone.post('/auth/login', { username, password }, host)).json().secondFactor
  const finish = (ticket: string, passkey: object) =>
    portal.anyone.post('/auth/second-factor', { ticket, passkey }, host)

  test('signs in, and its answer works once', async () => {
    const { username, key, client, again } = await withPasskey()
    expect((await client.post('/auth/factors/passkey/confirmation', again, host)).statusCode).toBe(400)
    const asked = await begin(username)
    const answer = key.answer(asked.passkey)
    expect((await finish(asked.ticket, answer)).statusCode).toBe(200)
    expect((await finish(asked.ticket, answer)).statusCode).toBe(401)
    expect((await finish((await begin(username)).ticket, answer)).statusCode).toBe(400)
  })

  test('of another site, another challenge or another user is refused', async () => {
    const { username, key } = await withPasskey()
    const other = await withPasskey()
    const asked = await begin(username)
    const phished = testPasskey('http://localhost.evil.example')
    for (const answer of [
      phished.answer(asked.passkey),
      key.answer({ challenge: 'c29tZXRoaW5nIGVsc2U' }),
      other.key.answer(asked.passkey),
    ])
      expect((await finish(asked.ticket, answer)).statusCode).toBe(400)
  })

  test('is offered only at a name: PUBLIC_URL, or this machine', async () => {
    const client = await portal.as()
    for (const name of ['127.0.0.1', 'evil.example', '[::1]:4100']) {
      const answer = await client.post('/auth/factors/passkey', { password }, { host: name })
      expect([name, answer.statusCode]).toEqual([name, 409])
      expect((await client.get('/auth/factors', undefined, { host: name })).json().passkeysWork).toBe(false)
    }
  })

  test.each(['portal:99999', '999.1.1.1', '[:::::]'])('%s is no address, and no fault', async (host) => {
    const client = await portal.as()
    expect((await client.get('/auth/factors', undefined, { host })).statusCode).toBe(200)
  })
})

describe('a lost second factor', () => {
  test('is removed by who may change the user, who is signed out and told by mail', async () => {
    const { client, username } = await person({ user: ['view'] })
    await client.post('/auth', { email: 'lost@example.com', current: password })
    const owner = await portal.as()
    expect((await owner.get(`/user/${client.userId}`)).json().hasSecondFactor).toBe(true)
    expect((await owner.delete(`/user/${client.userId}/second-factor`)).statusCode).toBe(200)
    expect((await client.get('/auth/profile')).statusCode).toBe(401)
    expect((await login(username)).json()).toMatchObject({ user: { username } })
    const { items } = (await owner.get('/outbox?searchText=lost@example.com')).json()
    expect(items[0].text).toContain('were removed by user')
    expect((await owner.delete(`/user/${client.userId}/second-factor`)).statusCode).toBe(409)
  })

  test('is not removed by a weaker user, nor by oneself that way', async () => {
    const { client } = await person()
    const manager = await portal.as({ user: ['view', 'edit'] })
    const refused = await manager.delete(`/user/${client.userId}/second-factor`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringContaining('it takes a right you do not hold'),
    ])
    expect((await client.delete(`/user/${client.userId}/second-factor`)).statusCode).toBe(409)
  })

  test('is removed on the command line', async () => {
    const { username } = await person()
    await portal.run((tx) => removeSecondFactor(tx, username.toUpperCase()))
    expect((await login(username)).json()).toMatchObject({ user: { username } })
  })

  test('is removed by its owner, the recovery codes with the last one', async () => {
    const { client, username } = await person()
    const stranger = (await person()).client
    const [own] = (await client.get('/auth/factors')).json().items
    expect((await stranger.delete(`/auth/factors/${own._id}`)).statusCode).toBe(404)
    expect((await client.delete(`/auth/factors/${own._id}`)).statusCode).toBe(200)
    expect((await client.get('/auth/factors')).json()).toMatchObject({ items: [], recoveryCodesLeft: 0 })
    expect((await login(username)).json()).toMatchObject({ user: { username } })
  })

  test('keeps its recovery codes when another one is added at the same moment', async () => {
    const { client } = await person()
    const [own] = (await client.get('/auth/factors')).json().items
    pass(1)
    const { ticket } = (await client.post('/auth/factors/totp', { password })).json()
    const step = Math.floor(portal.portal.clock.now().getTime() / 30_000)
    const isBlocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const removal = await portal.run(async (tx) => {
      const begun = await found(await begunWith(tx, ticket, 'totp'), 'Ticket')
      await addFactor(
        tx,
        begun,
        { kind: 'totp', name: 'Other phone', secret: begun.secret, counter: String(step) },
        client.token,
      )
      const removing = client.delete(`/auth/factors/${own._id}`)
      let isDone = false
      void removing.then(() => {
        isDone = true
      })
      await expect.poll(async () => isDone || (await tx.query(isBlocked)).length > 0, { timeout: 30_000 }).toBe(true)
      return { removing }
    })
    expect((await removal.removing).statusCode).toBe(200)
    expect((await client.get('/auth/factors')).json()).toMatchObject({
      items: [{ name: 'Other phone' }],
      recoveryCodesLeft: 10,
    })
  })
})
