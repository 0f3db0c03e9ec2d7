import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later, standingClock } from '../kit/clock.ts'
import type { TestPortal } from '../testing.ts'
import { testPortal } from '../testing.ts'
import type { StaffTables } from './tables.ts'

const password = 'correct_horse_1'
const start = '2026-11-20T04:00:00Z'
const after = (seconds: number) => later(standingClock(start).now(), seconds * 1000).toISOString()

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const signIn = (username: string, secret: string, address = '10.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/login',
    payload: { username, password: secret },
    remoteAddress: address,
  })

const tokensOf = async (username: string) => {
  const answer = await signIn(username, password)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ token: string; refreshToken: string; expiresIn: number }>()
}

const profileOf = (token: string) =>
  portal.app.inject({ url: '/api/admin/auth/profile', headers: { authorization: `Bearer ${token}` } })

const refresh = (refreshToken: unknown) => portal.anyone.post('/auth/refresh', { refreshToken })

const set = (values: object, where: string) =>
  portal.run((tx) =>
    tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
      on<StaffTables>().updateTable('staffUser').set(values).where('username', '=', where).execute(),
    ),
  )

const trail = (username: string) =>
  portal.run((tx) =>
    tx.query<{ action: string; username: string; description: string; everything: string }>(
      sql`select action, username, description, audit_record::text as everything from audit_record
        where section = 'Sign In' and username = ${username} order by position`,
    ),
  )

describe('signing in', () => {
  test('answers tokens and who it is, whatever the case of the name', async () => {
    await portal.as({ belt: ['view'], membership: ['view', 'trial'] }, { username: 'Mei.Ling' })
    const answer = await signIn(' mei.LING ', password)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      expiresIn: 1800,
      user: {
        username: 'Mei.Ling',
        email: null,
        userGroup: { permissions: { belt: ['view'], membership: ['view', 'trial'] } },
        isCenter: false,
        centreIncharge: [],
        coachRelated: null,
        accessRight: [],
      },
    })
    expect(answer.body).not.toContain('argon2')
    const profile = await profileOf(answer.json().token)
    expect(profile.json()).toEqual(answer.json().user)
    expect((await trail('Mei.Ling')).map((record) => record.action)).toEqual(['Signed in', 'Signed in'])
  })

  test('tells nothing about which part was wrong', async () => {
    await portal.as({}, { username: 'known' })
    await portal.as({}, { username: 'gone' })
    await set({ isDisable: true }, 'gone')
    const answers = [
      await signIn('known', 'wrong_password'),
      await signIn('nobody', password),
      await signIn('gone', password),
      await signIn("' or 1=1 --", password),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.body).toBe(answers[0]?.body)
    }
    expect(answers[0]?.json()).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Invalid username or password',
    })
  })

  test('records failures with the name tried and never the password', async () => {
    await signIn('somebody', 'a_secret_guess')
    const records = await trail('somebody')
    expect(records).toMatchObject([{ action: 'Failed', description: 'Failed sign-in from 10.0.0.1' }])
    expect(records[0]?.everything).not.toContain('a_secret_guess')
  })

  test.each([
    [{}, { username: 'Username is require', password: 'Password is require' }],
    [
      { username: '', password: '' },
      { username: 'Username is require', password: 'Password is require' },
    ],
    [{ username: 'x' }, { password: 'Password is require' }],
    [
      { username: 1, password: ['x'] },
      { username: 'Username is require', password: 'Password is require' },
    ],
    [{ username: 'x'.repeat(201), password: 'x' }, { username: expect.any(String) }],
    [{ username: 'x', password: 'x'.repeat(201) }, { password: expect.any(String) }],
  ])('with %j is a 400', async (body, expected) => {
    const answer = await portal.anyone.post('/auth/login', body)
    expect(answer.statusCode).toBe(400)
    const details: { path: string; message: string }[] = answer.json().details
    expect(Object.fromEntries(details.map(({ path, message }) => [path, message]))).toEqual(expected)
  })

  test.each(['a\u0000b', '\ud800', '%', '__proto__', '\u202eadmin', '張 伟'])(
    'as %j is a refusal, not a fault',
    async (name) => {
      expect([400, 401]).toContain((await signIn(name, password)).statusCode)
    },
  )
})

describe('guessing a password', () => {
  test('is slowed down and refused, the right password included, then forgiven', async () => {
    await portal.as({}, { username: 'guessed' })
    for (let guess = 1; guess <= 5; guess++)
      expect((await signIn('guessed', `wrong_guess_${guess}`)).statusCode).toBe(401)
    const refused = await signIn('Guessed', password)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })

    portal.clock.set(after(1))
    expect((await signIn('guessed', 'wrong_guess_6')).statusCode).toBe(401)
    expect((await signIn('guessed', password)).headers['retry-after']).toBe('2')
    portal.clock.set(after(3))
    expect((await signIn('guessed', password)).statusCode).toBe(200)
    expect((await signIn('guessed', 'wrong_again')).statusCode).toBe(401)
    expect((await signIn('guessed', password)).statusCode).toBe(200)
    portal.clock.set(start)
  })

  test('locks out neither the office nor the owner at another address', async () => {
    await portal.as({}, { username: 'owner' })
    await portal.as({}, { username: 'neighbour' })
    for (let guess = 1; guess <= 6; guess++) await signIn('owner', `wrong_guess_${guess}`, '10.0.0.66')
    expect((await signIn('owner', password, '10.0.0.66')).statusCode).toBe(429)
    expect((await signIn('neighbour', password, '10.0.0.66')).statusCode).toBe(200)
    expect((await signIn('owner', password, '10.0.0.1')).statusCode).toBe(200)
  })

  test('of a name nobody has is refused alike', async () => {
    for (let guess = 1; guess <= 5; guess++) await signIn('no such name', 'wrong_guess')
    expect((await signIn('no such name', 'wrong_guess')).statusCode).toBe(429)
  })

  test('thirty at once gets no more than five answers', async () => {
    await portal.as({}, { username: 'flooded' })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, guess) => signIn('flooded', `wrong_guess_${guess}`)),
    )
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(25)
  })

  test('waits a quarter of an hour at most', async () => {
    await portal.as({}, { username: 'patient' })
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        on<StaffTables>()
          .insertInto('signInFailure')
          .values({ username: 'patient', address: '10.0.0.1', failures: 2_000_000, lastAt: start })
          .execute(),
      ),
    )
    expect((await signIn('patient', password)).headers['retry-after']).toBe('900')
    portal.clock.set(after(900))
    expect((await signIn('patient', password)).statusCode).toBe(200)
    portal.clock.set(start)
  })
})

describe('a session', () => {
  test('is over after half an hour, and renewed for two weeks', async () => {
    await portal.as({}, { username: 'renewed' })
    const first = await tokensOf('renewed')
    portal.clock.set(after(1799))
    expect((await profileOf(first.token)).statusCode).toBe(200)
    portal.clock.set(after(1800))
    expect((await profileOf(first.token)).statusCode).toBe(401)
    const second = (await refresh(first.refreshToken)).json()
    expect((await profileOf(second.token)).statusCode).toBe(200)
    portal.clock.set(after(1800 + 14 * 24 * 3600))
    expect((await refresh(second.refreshToken)).statusCode).toBe(401)
    portal.clock.set(start)
  })

  test('is ended by a refresh token used twice, for both who hold one', async () => {
    await portal.as({}, { username: 'robbed' })
    const first = await tokensOf('robbed')
    const second = (await refresh(first.refreshToken)).json()
    const third = (await refresh(second.refreshToken)).json()
    expect((await profileOf(third.token)).statusCode).toBe(200)
    // the oldest one is known as used, too
    expect((await refresh(first.refreshToken)).statusCode).toBe(401)
    expect((await profileOf(third.token)).statusCode).toBe(401)
    expect((await refresh(third.refreshToken)).statusCode).toBe(401)
  })

  test('gives out one pair of tokens to two who refresh at once, and then ends', async () => {
    await portal.as({}, { username: 'racing' })
    const { refreshToken } = await tokensOf('racing')
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 401])
    const won = answers.find((answer) => answer.statusCode === 200)?.json()
    expect((await profileOf(won.token)).statusCode).toBe(401)
  })

  test('ends at once by signing out, and only this one', async () => {
    await portal.as({}, { username: 'leaving' })
    const [desk, phone] = [await tokensOf('leaving'), await tokensOf('leaving')]
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/logout',
      headers: { authorization: `Bearer ${desk.token}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({})
    expect((await profileOf(desk.token)).statusCode).toBe(401)
    expect((await refresh(desk.refreshToken)).statusCode).toBe(401)
    expect((await profileOf(phone.token)).statusCode).toBe(200)
  })

  test('does not outlive its user', async () => {
    await portal.as({}, { username: 'dismissed' })
    const { token, refreshToken } = await tokensOf('dismissed')
    await set({ isDisable: true }, 'dismissed')
    expect((await profileOf(token)).statusCode).toBe(401)
    expect((await refresh(refreshToken)).statusCode).toBe(401)
  })

  test('has the rights of the moment: a disabled group gives none', async () => {
    const reader = await portal.as({ belt: ['view'] }, { username: 'reader' })
    expect((await reader.get('/belt')).statusCode).toBe(200)
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        sql`update user_group set is_disable = true where id = (select user_group from staff_user where username = 'reader')`.execute(
          on(),
        ),
      ),
    )
    expect((await reader.get('/belt')).statusCode).toBe(403)
    expect((await reader.get('/auth/profile')).json().userGroup.permissions).toEqual({})
  })

  test('keeps its tokens as hashes only', async () => {
    await portal.as({}, { username: 'hashed' })
    const tokens = await tokensOf('hashed')
    const rows = await portal.run((tx) =>
      tx.query<{ row: string }>(sql`select staff_session::text as row from staff_session`),
    )
    const stored = rows.map(({ row }) => row).join()
    for (const token of [tokens.token, tokens.refreshToken]) {
      expect(stored).not.toContain(token)
      expect(stored).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  test.each(['', 'x', 'Bearer', 'x'.repeat(10_000), '\u0000', "' or 1=1"])('token %j opens nothing', async (token) => {
    expect((await profileOf(token)).statusCode).toBe(401)
  })

  test.each([undefined, null, '', 5, 'x', 'x'.repeat(200), 'x'.repeat(201), "' or 1=1", 'a\u0000'])(
    'refresh token %j gives nothing',
    async (token) => {
      expect([400, 401]).toContain((await refresh(token)).statusCode)
    },
  )
})

describe('the own profile', () => {
  test('takes an e-mail, clears it, and refuses a bad or a used one', async () => {
    const clerk = await portal.as({})
    const other = await portal.as({})
    expect((await clerk.post('/auth', { email: 'clerk@academy.my' })).json()).toMatchObject({
      email: 'clerk@academy.my',
    })
    const taken = await other.post('/auth', { email: 'CLERK@academy.my' })
    expect(taken.statusCode).toBe(409)
    expect(taken.json().details).toEqual([{ path: 'email', message: 'This email is used by another user' }])
    expect((await other.post('/auth', { email: 'no mail' })).statusCode).toBe(400)
    expect((await clerk.post('/auth', { userGroup: 'x', isCenter: true })).json()).toMatchObject({
      email: 'clerk@academy.my',
      isCenter: false,
    })
    expect((await clerk.post('/auth', { email: null })).json()).toMatchObject({ email: null })
  })

  test('changes the password with the present one, and ends the other sessions', async () => {
    const clerk = await portal.as({}, { username: 'changing' })
    const other = await tokensOf('changing')
    const answer = await clerk.put('/auth/password', { current: password, password: 'new_password_2' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await clerk.get('/auth/profile')).statusCode).toBe(200)
    expect((await profileOf(other.token)).statusCode).toBe(401)
    expect((await signIn('changing', password)).statusCode).toBe(401)
    expect((await signIn('changing', 'new_password_2')).statusCode).toBe(200)
  })

  test('keeps the password when the present one is wrong, and counts the guesses', async () => {
    const clerk = await portal.as({}, { username: 'keeping' })
    for (let guess = 1; guess <= 5; guess++) {
      const answer = await clerk.put('/auth/password', { current: `wrong_${guess}`, password: 'new_password_2' })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ path: 'current', message: 'Current password is wrong' }])
    }
    expect((await clerk.put('/auth/password', { current: password, password: 'new_password_2' })).statusCode).toBe(429)
    expect((await signIn('keeping', password)).statusCode).toBe(200)
  })

  test.each([
    ['short', 'Password must be at least 8 characters long'],
    ['', 'Password is required'],
    ['with space 1', 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-'],
    ['x'.repeat(129), 'Must be at most 128 characters'],
  ])('refuses the new password %j', async (next, message) => {
    const clerk = await portal.as({})
    const answer = await clerk.put('/auth/password', { current: password, password: next })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ path: 'password', message }])
  })
})

test('anybody may ask what portal this is', async () => {
  const answer = await portal.anyone.get('/config')
  expect(answer.json()).toEqual({
    companyName: 'Academy',
    appName: 'Academy',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    currency: 'RM',
    timezone: 'Asia/Kuala_Lumpur',
    contactPhone: '03-1234 5678',
    creditPrice: '1.00',
    today: '2026-11-20',
  })
})
