import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/support/portal.ts'
import { after, deskOf, password, start } from '../../../test/support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

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
    const answer = await desk.signIn(' mei.LING ', password)
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
    const profile = await desk.profileOf(answer.json().token)
    expect(profile.json()).toEqual(answer.json().user)
    expect((await trail('Mei.Ling')).map((record) => record.action)).toEqual(['Signed in', 'Signed in'])
  })

  test('tells nothing about which part was wrong', async () => {
    await portal.as({}, { username: 'known' })
    await portal.as({}, { username: 'gone' })
    await desk.disable('gone')
    const answers = [
      await desk.signIn('known', 'wrong_password'),
      await desk.signIn('nobody', password),
      await desk.signIn('gone', password),
      await desk.signIn("' or 1=1 --", password),
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

  test('records failures with the name of a user and never the password', async () => {
    await portal.as({}, { username: 'somebody' })
    await desk.signIn('Somebody', 'a_secret_guess')
    const records = (await trail('somebody')).filter((record) => record.action === 'Failed')
    expect(records).toMatchObject([{ description: 'Failed sign-in from 10.0.0.1' }])
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
      expect([400, 401]).toContain((await desk.signIn(name, password)).statusCode)
    },
  )
})

describe('guessing a password', () => {
  test('is slowed down and refused, the right password included, then forgiven', async () => {
    await portal.as({}, { username: 'guessed' })
    for (let guess = 1; guess <= 5; guess++)
      expect((await desk.signIn('guessed', `wrong_guess_${guess}`)).statusCode).toBe(401)
    const refused = await desk.signIn('Guessed', password)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })

    portal.clock.set(after(1))
    expect((await desk.signIn('guessed', 'wrong_guess_6')).statusCode).toBe(401)
    expect((await desk.signIn('guessed', password)).headers['retry-after']).toBe('2')
    portal.clock.set(after(3))
    expect((await desk.signIn('guessed', password)).statusCode).toBe(200)
    expect((await desk.signIn('guessed', 'wrong_again')).statusCode).toBe(401)
    expect((await desk.signIn('guessed', password)).statusCode).toBe(200)
    portal.clock.set(start)
  })

  test('locks out neither the office nor the owner at another address', async () => {
    await portal.as({}, { username: 'owner' })
    await portal.as({}, { username: 'neighbour' })
    for (let guess = 1; guess <= 6; guess++) await desk.signIn('owner', `wrong_guess_${guess}`, '10.0.0.66')
    expect((await desk.signIn('owner', password, '10.0.0.66')).statusCode).toBe(429)
    expect((await desk.signIn('neighbour', password, '10.0.0.66')).statusCode).toBe(200)
    expect((await desk.signIn('owner', password, '10.0.0.1')).statusCode).toBe(200)
  })

  test('of a name nobody has is refused alike', async () => {
    for (let guess = 1; guess <= 5; guess++) await desk.signIn('no such name', 'wrong_guess')
    expect((await desk.signIn('no such name', 'wrong_guess')).statusCode).toBe(429)
  })

  test('thirty at once gets no more than five answers, the right password among them', async () => {
    await portal.as({}, { username: 'flooded' })
    const guesses = [...Array.from({ length: 29 }, (_, guess) => `wrong_guess_${guess}`), password]
    const answers = await Promise.all(guesses.map((guess) => desk.signIn('flooded', guess)))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(25).fill(429)])
  })

  test('waits a quarter of an hour at most', async () => {
    await portal.as({}, { username: 'patient' })
    await desk.signIn('patient', 'wrong_guess', '10.0.0.9')
    await sql`update sign_in_limit set level = 2000000 where free = 5 and level = 1`.execute(portal.handle)
    expect((await desk.signIn('patient', password, '10.0.0.9')).headers['retry-after']).toBe('900')
    portal.clock.set(after(900))
    expect((await desk.signIn('patient', password, '10.0.0.9')).statusCode).toBe(200)
    portal.clock.set(start)
  })
})
