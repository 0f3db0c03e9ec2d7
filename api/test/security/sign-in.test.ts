import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { closeSeries } from '../../src/staff/sign-in/series.ts'
import { testPortal } from '../support/portal.ts'
import { after, deskOf, password, start } from '../support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

/** Signs in, from a device that has the cookie of an earlier answer if one is given. */
const signIn = (username: string, secret: string, address: string, cookie?: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/login',
    payload: { username, password: secret },
    remoteAddress: address,
    ...(cookie ? { headers: { cookie } } : {}),
  })
const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) => String(answer.headers['set-cookie']).split(';')[0]

const failures = async () =>
  (
    await sql<{ username: string; description: string }>`select username, description from audit_record
      where section = 'Sign In' and action in ('Failed', 'Requested') order by position`.execute(portal.handle)
  ).rows

describe('during a flood of 300 wrong sign-ins from one address', () => {
  test('a true sign-in elsewhere and one of a known device there are served before it, and few passwords are hashed', async () => {
    await portal.as({}, { username: 'clerk' })
    await portal.as({}, { username: 'owner' })
    const device = cookieOf(await signIn('owner', password, '10.1.0.9'))
    let hashed = 0
    const flood = Array.from({ length: 300 }, async (_, guess) => {
      const answer = await signIn(`no such name ${guess}`, 'wrong_guess', '10.1.0.9')
      if (answer.statusCode === 401) hashed++
      return answer
    })
    const elsewhere = signIn('clerk', password, '10.1.0.1').then(({ statusCode }) => ({ statusCode, hashed }))
    const known = signIn('owner', password, '10.1.0.9', device).then(({ statusCode }) => ({ statusCode, hashed }))
    for (const answer of [await elsewhere, await known]) {
      expect(answer.statusCode).toBe(200)
      // Some of the flood take their turn beside them, how many depends on the machine; behind it, it would be all.
      expect(answer.hashed).toBeLessThan(50)
    }
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(hashed + refused.length).toBe(300)
    expect(hashed).toBeLessThanOrEqual(51)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('the flood is one record of the trail, and two with its end', async () => {
    const before = await failures()
    expect(before).toEqual([{ username: '(unknown name)', description: 'Failed sign-in from 10.1.0.9' }])
    portal.clock.set(after(16 * 60))
    await closeSeries(portal.portal)
    await closeSeries(portal.portal)
    portal.clock.set(start)
    expect((await failures()).slice(1)).toEqual([
      {
        username: '(unknown name)',
        description: expect.stringMatching(
          /^Failed sign-in 5\d times, first 2026-11-20 12:00, last 2026-11-20 12:00 from 10\.1\.0\.9$/,
        ),
      },
    ])
  })
})

describe('each counter alone refuses before a password is hashed', () => {
  test('that of the account, however many addresses guess; a known device is not locked out, and has a counter of its own', async () => {
    await portal.as({}, { username: 'hunted' })
    const device = cookieOf(await signIn('hunted', password, '10.2.0.1'))
    for (let guess = 0; guess < 20; guess++)
      expect((await signIn('hunted', 'wrong_guess', `10.2.${guess + 1}.5`)).statusCode).toBe(401)
    expect((await signIn('hunted', password, '10.2.99.1')).statusCode).toBe(429)
    expect((await signIn('hunted', password, '10.2.99.1', device)).statusCode).toBe(200)
    for (let guess = 0; guess < 5; guess++)
      expect((await signIn('hunted', 'wrong_guess', '10.2.99.1', device)).statusCode).toBe(401)
    expect((await signIn('hunted', password, '10.2.99.1', device)).statusCode).toBe(429)
  })

  test('a device is known to the users who signed in from it, and a made-up one to nobody', async () => {
    await portal.as({}, { username: 'desk one' })
    await portal.as({}, { username: 'desk two' })
    const shared = cookieOf(await signIn('desk one', password, '10.3.0.1'))
    expect(cookieOf(await signIn('desk two', password, '10.3.0.1', shared))).toBe(shared)
    const madeUp = `academy-device=${'x'.repeat(43)}`
    expect(cookieOf(await signIn('desk two', password, '10.3.0.1', madeUp))).not.toBe(madeUp)
    const answer = await signIn('desk one', password, '10.3.0.1')
    expect(answer.headers['set-cookie']).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  })

  test.each([
    ['that of a visitor, who has 64 bits of IPv6', '2001:db8:1:2::', 50],
    ['that of a network, which has 48', '2001:db8:2:', 250],
  ])('%s', async (_what, network, limit) => {
    await portal.as({}, { username: `in ${network}` })
    const from = (visitor: number) => (network.endsWith('::') ? network : `${network}${visitor}::`) + (visitor + 1)
    expect((await signIn('nobody in there', 'wrong_guess', from(1))).statusCode).toBe(401)
    await sql`update sign_in_limit set level = free - 1 where free = ${limit} and level <= 2`.execute(portal.handle)
    expect((await signIn('nobody else there', 'wrong_guess', from(2))).statusCode).toBe(401)
    expect((await signIn(`in ${network}`, password, from(3))).statusCode).toBe(429)
  })

  test('of the own password, asked again of somebody signed in: others cannot use it up', async () => {
    const person = await portal.as({}, { username: 'changing' })
    for (let guess = 0; guess < 6; guess++) await signIn('changing', 'wrong_guess', '127.0.0.1')
    const change = (current: string) => person.put('/auth/password', { current, password: 'another_Horse_2' })
    for (let guess = 0; guess < 5; guess++) expect((await change('wrong_guess')).statusCode).toBe(400)
    const refused = await change(password)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  })

  test('of a mailbox, whoever asks for its code', async () => {
    const ask = (address: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/admin/auth/forgot-password',
        payload: { email: 'Victim@example.com' },
        remoteAddress: address,
      })
    for (let time = 0; time < 5; time++) expect((await ask(`10.4.${time}.1`)).statusCode).toBe(200)
    expect((await ask('10.4.9.1')).statusCode).toBe(429)
  })
})

test('a password typed as the name is kept nowhere', async () => {
  const typed = 'My-Secret-Passw0rd'
  await signIn(typed, 'whatever', '10.5.0.1')
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(portal.handle)
  for (const { name } of tables.rows) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} as t where lower(t::text) like ${`%${typed.toLowerCase()}%`}`.execute(
        portal.handle,
      )
    expect(rows, name).toEqual([])
  }
})

test('repeated failures at a user’s account are one record with the name, and a second with number, first and last time', async () => {
  await portal.as({}, { username: 'Folded' })
  const mine = async () => (await failures()).filter(({ username }) => username === 'Folded')
  for (let guess = 0; guess < 4; guess++) {
    portal.clock.set(after(guess * 60))
    await signIn('folded', 'wrong_guess', `10.6.0.${guess}`)
  }
  expect((await mine()).map(({ description }) => description)).toEqual(['Failed sign-in from 10.6.0.0'])
  portal.clock.set(after(20 * 60))
  await closeSeries(portal.portal)
  expect((await mine()).at(-1)?.description).toBe(
    'Failed sign-in 4 times, first 2026-11-20 12:00, last 2026-11-20 12:03 from 10.6.0.3',
  )
  await signIn('folded', 'wrong_guess', '10.6.0.9')
  portal.clock.set(after(60 * 60))
  await closeSeries(portal.portal)
  expect((await mine()).map(({ description }) => description).slice(2)).toEqual(['Failed sign-in from 10.6.0.9'])
  portal.clock.set(start)
  expect((await desk.signIn('Folded', password)).statusCode).toBe(200)
})
