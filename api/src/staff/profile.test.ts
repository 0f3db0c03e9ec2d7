import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { deskOf, password } from '../../test/support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

describe('the own profile', () => {
  test('takes an e-mail, clears it, and refuses a bad or a used one', async () => {
    const clerk = await portal.as({})
    const other = await portal.as({})
    expect((await clerk.post('/auth', { email: 'clerk+desk@academy.my', current: password })).json()).toMatchObject({
      email: 'clerk+desk@academy.my',
    })
    await clerk.post('/auth', { email: 'clerk@academy.my', current: password })
    const taken = await other.post('/auth', { email: 'CLERK@academy.my', current: password })
    expect(taken.statusCode).toBe(409)
    expect(taken.json().details).toEqual([{ path: 'email', message: 'This email is used by another user' }])
    expect((await other.post('/auth', { email: 'no mail' })).statusCode).toBe(400)
    expect((await clerk.post('/auth', { userGroup: 'x', isCenter: true })).json()).toMatchObject({
      email: 'clerk@academy.my',
      isCenter: false,
    })
    expect((await clerk.post('/auth', { email: null, current: password })).json()).toMatchObject({ email: null })
  })

  test('changes the password with the present one, and ends the other sessions', async () => {
    const clerk = await portal.as({}, { username: 'changing' })
    const other = (await desk.signIn('changing', password)).json()
    const answer = await clerk.put('/auth/password', { current: password, password: 'new_password_2' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await clerk.get('/auth/profile')).statusCode).toBe(200)
    expect((await desk.profileOf(other.token)).statusCode).toBe(401)
    expect((await desk.signIn('changing', password)).statusCode).toBe(401)
    expect((await desk.signIn('changing', 'new_password_2')).statusCode).toBe(200)
  })

  test('keeps the password when the present one is wrong, and counts the guesses', async () => {
    const clerk = await portal.as({}, { username: 'keeping' })
    for (let guess = 1; guess <= 5; guess++) {
      const answer = await clerk.put('/auth/password', { current: `wrong_${guess}`, password: 'new_password_2' })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ path: 'current', message: 'Current password is wrong' }])
    }
    expect((await clerk.put('/auth/password', { current: password, password: 'new_password_2' })).statusCode).toBe(429)
    expect((await desk.signIn('keeping', password)).statusCode).toBe(200)
  })

  test.each([
    ['short', 'Password must be at least 8 characters long'],
    ['', 'Password is required'],
    ['with space 1', 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
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
    lowBalance: 50,
    today: '2026-11-20',
    appScheme: 'academy',
    cardPayments: 'sandbox',
    memberPasswords: false,
    mailsLinks: false,
    requestTimeout: 30_000,
    brand: { sheet: null, picture: null },
  })
})
