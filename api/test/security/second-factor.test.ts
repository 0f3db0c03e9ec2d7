/** Who knows a password, or has stolen a session, against users with a second factor. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { found } from '../../src/platform/http/index.ts'
import { addFactor } from '../../src/staff/second-factor/factors.ts'
import { ticketOf as begunWith } from '../../src/staff/second-factor/tickets.ts'
import { removeSecondFactor } from '../../src/staff/sign-in/rescue.ts'
import { lockedOut } from '../support/platform/hold.ts'
import { type Client, testPortal } from '../support/portal.ts'
import { testPasskey } from '../support/staff/passkey.ts'
import { secondFactorDesk } from '../support/staff/second-factor.ts'
import { password } from '../support/staff/sign-in.ts'

const portal = await testPortal()
const { pass, nextName, codeOf, login, withApp, second, ticketOf, send, person } = secondFactorDesk(portal)
afterAll(() => portal.close())
beforeEach(() => pass(20))

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

describe('a passkey', () => {
  const origin = 'http://localhost'
  const host = { host: 'localhost' }

  async function withPasskey() {
    const username = nextName('key')
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
      await expect.poll(async () => isDone || (await lockedOut(portal)) > 0, { timeout: 30_000 }).toBe(true)
      return { removing }
    })
    expect((await removal.removing).statusCode).toBe(200)
    expect((await client.get('/auth/factors')).json()).toMatchObject({
      items: [{ name: 'Other phone' }],
      recoveryCodesLeft: 10,
    })
  })
})
