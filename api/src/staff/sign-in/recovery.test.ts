import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer } from '../../../test/support/platform/mail-server.ts'
import { type TestPortal, testPortal } from '../../../test/support/portal.ts'
import { after, deskOf, password, start } from '../../../test/support/staff/sign-in.ts'
import { officeOf } from '../../../test/support/staff/staff.ts'

/** The code in a mail, despite line breaks from its transport encoding. */
const codeIn = (text: string) => /^[\w-]{43}$/m.exec(text.replace(/=\r?\n/g, '').replaceAll('\r', ''))?.[0] ?? ''

const ask = (portal: TestPortal, email: unknown, address = '10.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/forgot-password',
    payload: { email },
    remoteAddress: address,
  })
const reset = (portal: TestPortal, reset_code: unknown, next: unknown, address = '10.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/reset-password',
    payload: { reset_code, password: next },
    remoteAddress: address,
  })

describe('with a mail server, a forgotten password', () => {
  let portal: TestPortal
  let server: Awaited<ReturnType<typeof mailServer>>
  let desk: ReturnType<typeof deskOf>
  let office: ReturnType<typeof officeOf>
  beforeAll(async () => {
    server = await mailServer()
    portal = await testPortal({
      SMTP_URL: server.url,
      MAIL_FROM: 'portal@example.com',
      PUBLIC_URL: 'https://portal.example.com/',
      COMPANY_NAME: 'Wushu House',
    })
    desk = deskOf(portal)
    office = officeOf(portal)
  })
  afterAll(async () => {
    await portal.close()
    await server.close()
  })

  let mailbox = 0
  const person = async () => {
    const email = `person${++mailbox}@example.com`
    const group = await office.group()
    return { ...(await office.user(group._id, { email })), email }
  }
  /** Requests a code from a new address and answers the one mailed. */
  const codeFor = async (email: string, address = `10.1.0.${++mailbox}`) => {
    const before = server.received.length
    const answer = await ask(portal, email, address)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({})
    await portal.portal.background.settled()
    const mail = server.received.slice(before).find((one) => one.to.includes(email))
    return codeIn(mail?.text ?? '')
  }

  test('comes back by a mail with a link and a code', async () => {
    const user = await person()
    const signedIn = (await desk.signIn(user.username, password)).json()
    const code = await codeFor(user.email.toUpperCase().replace('EXAMPLE', 'example')).then(
      async (first) => first || codeIn(server.received.at(-1)?.text ?? ''),
    )
    const mail = server.received.at(-1)
    expect(mail?.to).toEqual([user.email])
    const text = mail?.text.replace(/=\r?\n/g, '') ?? ''
    expect(text).toContain('From: Wushu House <portal@example.com>')
    expect(text).toContain('Subject: Wushu House: your new password')
    expect(text).toContain(`https://portal.example.com/auth/reset-password#${code}`)
    const answer = await reset(portal, code, 'brand_new_1')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({})
    expect((await desk.profileOf(signedIn.token)).statusCode).toBe(401)
    expect((await portal.anyone.post('/auth/refresh', { refreshToken: signedIn.refreshToken })).statusCode).toBe(401)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(401)
    expect((await desk.signIn(user.username, 'brand_new_1')).statusCode).toBe(200)
  })

  test('is answered alike for nobody, somebody disabled and somebody', async () => {
    const [known, gone] = [await person(), await person()]
    await desk.disable(gone.username)
    const before = server.received.length
    const answers = [
      await ask(portal, known.email, '10.2.0.1'),
      await ask(portal, gone.email, '10.2.0.2'),
      await ask(portal, 'nobody@example.com', '10.2.0.3'),
      await ask(portal, 'no address at all', '10.2.0.4'),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    await portal.portal.background.settled()
    expect(server.received.slice(before).map((mail) => mail.to)).toEqual([[known.email]])
  })

  test('has a code that works once, even for two at once', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    const answers = await Promise.all([reset(portal, code, 'first_one_1'), reset(portal, code, 'second_one_1')])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400])
    expect((await reset(portal, code, 'third_one_1')).json().details).toEqual([
      { path: 'reset_code', message: 'The code is wrong, was used already or is too old' },
    ])
  })

  test('has a code for thirty minutes', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    portal.clock.set(after(30 * 60))
    expect((await reset(portal, code, 'brand_new_1', '10.3.0.1')).statusCode).toBe(400)
    portal.clock.set(after(30 * 60 - 1))
    expect((await reset(portal, code, 'brand_new_1', '10.3.0.2')).statusCode).toBe(200)
    portal.clock.set(start)
  })

  test('has a code that ends with the email, with a new password and with the user', async () => {
    const admin = await portal.as()
    for (const body of [{ email: 'elsewhere@example.com' }, { password: 'by_the_admin_1' }, { isDisable: true }]) {
      const user = await person()
      const code = await codeFor(user.email)
      expect((await admin.put(`/user/${user._id}`, body)).statusCode).toBe(200)
      expect((await reset(portal, code, 'brand_new_1', `10.4.0.${mailbox}`)).statusCode).toBe(400)
    }
  })

  test('is stored as a hash only, and the trail tells neither code nor password', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    const rows = await portal.run((tx) =>
      tx.query<{ row: string }>(
        sql`select password_reset::text as row from password_reset union all select audit_record::text from audit_record`,
      ),
    )
    const stored = rows.map(({ row }) => row).join()
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(Buffer.from(code).toString('hex'))
    expect((await reset(portal, code, 'brand_new_1')).statusCode).toBe(200)
    const actions = (await office.audits(user._id)).map((record) => record.action)
    expect(actions).toEqual(['Created', 'Requested', 'Password changed'])
  })

  test('fills nobody a mailbox', async () => {
    const user = await person()
    const first = await codeFor(user.email)
    expect(await codeFor(user.email)).toBe('')
    portal.clock.set(after(61))
    const second = await codeFor(user.email)
    expect(second).not.toBe('')
    // The first code still works: another request does not invalidate it.
    expect((await reset(portal, first, 'brand_new_1')).statusCode).toBe(200)
    expect((await reset(portal, second, 'brand_new_2')).statusCode).toBe(400)
    portal.clock.set(start)
  })

  test('is asked for by one address a few times only, whoever is meant', async () => {
    for (let time = 1; time <= 5; time++)
      expect((await ask(portal, `who${time}@example.com`, '10.5.0.1')).statusCode).toBe(200)
    const refused = await ask(portal, 'anybody@example.com', '10.5.0.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect((await ask(portal, 'anybody@example.com', '10.5.0.2')).statusCode).toBe(200)
  })

  test('has a code that is not guessed', async () => {
    for (let time = 1; time <= 5; time++)
      expect((await reset(portal, 'x'.repeat(43), 'brand_new_1', '10.6.0.1')).statusCode).toBe(400)
    expect((await reset(portal, 'x'.repeat(43), 'brand_new_1', '10.6.0.1')).statusCode).toBe(429)
  })

  test('ends the waiting after wrong passwords', async () => {
    const user = await person()
    for (let guess = 1; guess <= 5; guess++) await desk.signIn(user.username, `wrong_${guess}`)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(429)
    expect((await reset(portal, await codeFor(user.email), 'brand_new_1', '10.7.0.1')).statusCode).toBe(200)
    expect((await desk.signIn(user.username, 'brand_new_1')).statusCode).toBe(200)
  })

  test.each([
    [{}, ['email']],
    [{ email: '' }, ['email']],
    [{ email: 5 }, ['email']],
    [{ email: 'x'.repeat(101) }, ['email']],
    [{ email: 'a\u0000@example.com' }, ['email']],
  ])('asked for with %j is a 400', async (body, paths) => {
    const answer = await portal.anyone.post('/auth/forgot-password', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.map((detail: { path: string }) => detail.path)).toEqual(paths)
  })

  test.each([
    [{}, { reset_code: 'The code from the mail is required', password: 'Password is required' }],
    [{ reset_code: 'x', password: 'short' }, { password: 'Password must be at least 8 characters long' }],
  ])('set with %j is a 400', async (body, expected) => {
    const answer = await portal.anyone.post('/auth/reset-password', body)
    expect(answer.statusCode).toBe(400)
    const details: { path: string; message: string }[] = answer.json().details
    expect(Object.fromEntries(details.map(({ path, message }) => [path, message]))).toEqual(expected)
  })

  test('leaves nothing in the outbox', async () => {
    expect((await (await portal.as()).get('/outbox')).json()).toEqual({ items: [], total: 0 })
  })
})

test('a mail the server does not take is kept in the outbox, and the call answers all the same', async () => {
  const server = await mailServer(true)
  const portal = await testPortal({ SMTP_URL: server.url, MAIL_FROM: 'portal@example.com' })
  try {
    const office = officeOf(portal)
    await office.user((await office.group())._id, { email: 'refused@example.com' })
    expect((await ask(portal, 'refused@example.com')).statusCode).toBe(200)
    await portal.portal.background.settled()
    const { items } = (await (await portal.as()).get('/outbox')).json()
    expect(items).toMatchObject([{ to: 'refused@example.com' }])
  } finally {
    await portal.close()
    await server.close()
  }
})

describe('without a mail server, the outbox', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await testPortal()
  })
  afterAll(() => portal.close())

  test('holds the mails, newest first, with codes that work', async () => {
    const office = officeOf(portal)
    const group = await office.group()
    const user = await office.user(group._id, { email: 'one@example.com' })
    await office.user(group._id, { email: 'two@example.com' })
    await ask(portal, 'one@example.com')
    await portal.portal.background.settled()
    portal.clock.set(after(5))
    await ask(portal, 'two@example.com')
    await portal.portal.background.settled()
    const editor = await portal.as({ user: ['edit'] })
    const answer = (await editor.get('/outbox')).json()
    expect(answer).toEqual({
      items: [
        expect.objectContaining({ to: 'two@example.com' }),
        {
          _id: expect.any(String),
          at: '2026-11-20T04:00:00.000Z',
          to: 'one@example.com',
          subject: 'Academy: your new password',
          text: expect.stringContaining(`Hello ${user.username},`),
        },
      ],
      total: 2,
    })
    expect((await editor.get('/outbox?searchText=one%40')).json().total).toBe(1)
    expect((await reset(portal, codeIn(answer.items[1].text), 'brand_new_1')).statusCode).toBe(200)
    expect((await (await portal.as({ user: ['view'] })).get('/outbox')).statusCode).toBe(403)
  })
})
