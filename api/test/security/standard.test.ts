/** What the standard of docs/security-asvs.md asks and no attack of the other files shows. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { httpSend } from '../../src/checkout/client.ts'
import { academyIn } from '../support/academy.ts'
import { testPortal } from '../support/portal.ts'
import { deskOf, password } from '../support/staff/sign-in.ts'
import { officeOf } from '../support/staff/staff.ts'

const portal = await testPortal({ PUBLIC_URL: 'https://portal.example.com', PAYMENT_SANDBOX: 'on' })
const desk = deskOf(portal)
const office = officeOf(portal)
const clerk = await portal.as(undefined, { username: 'clerk' })
afterAll(() => portal.close())

describe('every answer, a refusal too,', () => {
  test.each(['/api/admin/config', '/api/admin/belt', '/api/admin/nothing', '/health/live', '/%zz'])(
    'of %s tells the browser to trust nothing but the portal',
    async (url) => {
      const { headers } = await portal.app.inject(url)
      const policy = String(headers['content-security-policy']).split(';')
      for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'"])
        expect(policy).toContain(rule)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains/)
      expect(headers['content-type']).toMatch(/^application\/json; charset=utf-8$/)
    },
  )
})

test('a cookie alone is no session, so that a page of somebody else can do nothing in its name', async () => {
  const answer = await desk.signIn('clerk', password)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { cookie, 'content-type': type, origin: 'https://evil.example.com' }
    const forged = await portal.app.inject({ method: 'POST', url: '/api/admin/belt', headers, payload: '{}' })
    expect(forged.statusCode, type).toBe(401)
  }
})

test('behind https the cookie of a device belongs to this address alone, and no script reads it', async () => {
  const answer = await desk.signIn('clerk', password)
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-academy-device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/)
  const signIn = (name: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      payload: { username: 'clerk', password },
      headers: { cookie: cookie.split(';')[0]?.replace(/^[\w-]+=/, `${name}=`) },
    })
  expect(String((await signIn('__Host-academy-device')).headers['set-cookie'])).toBe(cookie)
  // One that a neighbour of the same domain may have set.
  expect(String((await signIn('academy-device')).headers['set-cookie'])).not.toBe(cookie)
})

test('signing in ends the session that the browser had, whoever had it', async () => {
  const before = await portal.as({}, { username: 'before' })
  const signIn = (secret: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      payload: { username: 'clerk', password: secret },
      headers: { authorization: `Bearer ${before.token}` },
    })
  expect((await signIn('wrong_one')).statusCode).toBe(401)
  expect((await before.get('/auth/profile')).statusCode).toBe(200)
  expect((await signIn(password)).statusCode).toBe(200)
  expect((await before.get('/auth/profile')).statusCode).toBe(401)
})

test('each sign-in draws tokens of its own, of 256 bits', async () => {
  const answers = [await desk.signIn('clerk', password), await desk.signIn('clerk', password)]
  const tokens = answers.flatMap((answer) => [answer.json().token, answer.json().refreshToken])
  // A refresh token begins with the family of its session.
  for (const token of tokens) expect(token).toMatch(/^([\w-]{43}){1,2}$/)
  expect(new Set(tokens).size).toBe(4)
})

test('a password of 128 characters counts to the last one, and in its case', async () => {
  const long = `Gamelan_9_kites_${'aB3-'.repeat(28)}`
  const person = await portal.as({}, { username: 'long' })
  expect((await person.put('/auth/password', { current: password, password: long })).statusCode).toBe(200)
  for (const wrong of [long.slice(0, -1), long.toLowerCase(), `${long.slice(0, -1)}_`])
    expect((await desk.signIn('long', wrong)).statusCode).toBe(401)
  expect((await desk.signIn('long', long)).statusCode).toBe(200)
})

test.each(['a@b.my\r\nBcc: all@example.com', 'a@b.my\nSubject: x', 'a@b.my, c@d.my', '"<a@b.my>" x@y.my'])(
  'the address %j is none to send a mail to',
  async (email) => {
    expect((await clerk.post('/auth', { email, current: password })).statusCode).toBe(400)
  },
)

test('no mail leads anywhere but to the portal, whatever host the one who asks for it says', async () => {
  const group = await office.group()
  const { _id } = await office.user(group._id, { email: 'robbed@example.com' })
  const evil = 'evil.example.com'
  const hosts = { host: evil, 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', forwarded: `host=${evil}` }
  const asked = await portal.anyone.post(
    '/auth/forgot-password',
    { email: 'robbed@example.com', next: `https://${evil}` },
    { ...hosts, origin: `https://${evil}`, referer: `https://${evil}/` },
  )
  expect(asked.statusCode, asked.body).toBe(200)
  await portal.portal.background.settled()
  const { rows } = await sql<{ mail: string }>`select outbox_mail::text as mail from outbox_mail
    where user_id = ${_id}`.execute(portal.handle)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.mail).toContain('https://portal.example.com/auth/reset-password#')
  expect(rows[0]?.mail).not.toContain(evil)
})

test('no card link and no way back from the card leads anywhere but to the portal, whatever host the caller says', async () => {
  const academy = await academyIn(portal)
  const order = { memberId: academy.parent, package: academy.package, coachReceived: academy.coach }
  const started = await clerk.post('/payment/checkout', order, { host: 'evil.example.com' })
  expect(started.statusCode, started.body).toBe(201)
  const { checkoutUrl, payment_id } = started.json()
  expect(checkoutUrl).toMatch(/^https:\/\/portal\.example\.com\/checkout\?/)
  const { searchParams } = new URL(checkoutUrl)
  searchParams.delete('payment_id')
  const page = await portal.anyone.get(`/payment/checkout/${payment_id}?${searchParams}`, undefined, {
    host: 'evil.example.com',
  })
  expect(page.json().callbackUrl).toMatch(/^https:\/\/portal\.example\.com\//)
})

test('a call that says its length twice, or in two ways, is refused', async () => {
  const { port, hostname } = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }))
  for (const lengths of ['content-length: 2\r\ntransfer-encoding: chunked', 'content-length: 2\r\ncontent-length: 3']) {
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    socket.end(`POST /api/admin/auth/login HTTP/1.1\r\nhost: x\r\n${lengths}\r\n\r\n{}`)
    const [heard] = await once(socket, 'data')
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  }
})

test('a card provider that leads elsewhere is not followed with the keys of the account', async () => {
  let followed = 0
  const server = createServer((request, reply) => {
    if (request.url === '/elsewhere') followed++
    reply.writeHead(307, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(httpSend(`http://127.0.0.1:${port}`, 'id', 'secret')('GET', '/orders')).rejects.toThrow()
  expect(followed).toBe(0)
  server.close()
})
