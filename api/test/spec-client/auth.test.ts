/** Section 7, Auth: sign-in, profile, passwords, sign-out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coachRights, userWith } from './academy.ts'
import { clientAt, type SpecificationClient, signIn } from './client.ts'
import { password, startPortal } from './start.ts'

let address: string
let admin: SpecificationClient
let close: () => Promise<void>
beforeAll(async () => ({ address, admin, close } = await startPortal()))
afterAll(() => close())

test('login returns token and user, and the profile is the same user with role and permissions', async () => {
  const { token, user } = await clientAt(address).post('/auth/login', { username: 'administrator', password })
  expect(user).toMatchObject({ username: 'administrator', userGroup: { role: expect.any(String) } })
  expect(user.userGroup.permissions.membership).toContain('clearExpired')
  const profile = await clientAt(address, token).get('/auth/profile')
  expect(profile).toMatchObject({ _id: user._id, username: user.username, userGroup: user.userGroup })
})

test.each([
  [{ password }, 'Username is require'],
  [{ username: 'administrator' }, 'Password is require'],
  [{ username: '', password }, 'Username is require'],
  [{ username: 'administrator', password: null }, 'Password is require'],
])('login requires username and password', async (body, message) => {
  const refusal = await clientAt(address).refused('POST', '/auth/login', body)
  expect([refusal.statusCode, refusal.details?.map((detail) => detail.message)]).toEqual([400, [message]])
})

test('a wrong password and an unknown user are told in the same words', async () => {
  const wrong = await clientAt(address).refused('POST', '/auth/login', { username: 'administrator', password: 'no' })
  const unknown = await clientAt(address).refused('POST', '/auth/login', { username: 'nobody', password: 'no' })
  expect([wrong.statusCode, wrong.message]).toEqual([401, unknown.message])
})

test('without a token, with a wrong one and after logout every call is Unauthorized', async () => {
  const gone = await signIn(address, 'administrator', password)
  await gone.post('/auth/logout')
  for (const client of [clientAt(address), clientAt(address, 'nonsense'), gone])
    expect(await client.refused('GET', '/auth/profile')).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
})

test('logout is taken with an empty body too', async () => {
  const leaving = await signIn(address, 'administrator', password)
  await leaving.post('/auth/logout', {})
  expect((await leaving.refused('GET', '/auth/profile')).statusCode).toBe(401)
})

test('POST /auth updates the profile, also with the whole profile; another e-mail takes the password', async () => {
  const coach = await userWith(admin, 'farid', coachRights)
  const profile = await coach.get('/auth/profile')
  expect((await coach.refused('POST', '/auth', { ...profile, email: 'farid@example.com' })).details).toMatchObject([
    { path: 'current' },
  ])
  expect(await coach.post('/auth', { ...profile, email: 'farid@example.com', current: password })).toMatchObject({
    username: 'farid',
    email: 'farid@example.com',
  })
  expect((await coach.get('/auth/profile')).email).toBe('farid@example.com')
  expect((await coach.refused('POST', '/auth', { email: 'no address' })).details).toMatchObject([
    { path: 'email', message: 'Invalid email format' },
  ])
  for (const other of [{ username: 'someone' }, { password: 'Kite_moon_9' }])
    expect((await coach.refused('POST', '/auth', other)).details).toMatchObject([{ path: Object.keys(other)[0] }])
  // Nobody gives themselves rights with it.
  await coach.attempt('POST', '/auth', {
    userGroup: { permissions: { user: ['edit'] } },
    accessRight: ['accessAllCentres'],
  })
  expect((await coach.get('/auth/profile')).userGroup).toEqual(profile.userGroup)
})

test('PUT /auth/password takes current and password', async () => {
  const coach = await userWith(admin, 'devi', coachRights)
  expect(
    (await coach.refused('PUT', '/auth/password', { current: 'wrong one', password: 'Kite_moon_1' })).message,
  ).toBeTruthy()
  expect((await coach.refused('PUT', '/auth/password', { current: password, password: 'short' })).details?.[0]).toEqual(
    {
      path: 'password',
      message: 'Password must be at least 8 characters long',
    },
  )
  await coach.put('/auth/password', { current: password, password: 'Kite_moon_1' })
  expect((await clientAt(address).refused('POST', '/auth/login', { username: 'devi', password })).statusCode).toBe(401)
  expect((await signIn(address, 'devi', 'Kite_moon_1')).token).toBeTruthy()
})

test('forgot-password mails a reset_code, which reset-password takes once', async () => {
  await userWith(admin, 'mei', coachRights, { email: 'mei@example.com' })
  const anyone = clientAt(address)
  await anyone.post('/auth/forgot-password', { email: 'mei@example.com' })
  const known = await anyone.post('/auth/forgot-password', { email: 'nobody@example.com' })
  expect(known).toEqual({})
  // The answer does not wait for the mail, so that it tells nobody whether there is one.
  const mails = async () => (await admin.get('/outbox')).items
  await expect.poll(mails).not.toEqual([])
  const [mail] = await mails()
  const reset_code = /[\w-]{20,}/.exec(mail.text)?.[0]
  expect(
    (await anyone.refused('POST', '/auth/reset-password', { reset_code: 'wrong', password: 'Kite_moon_2' })).statusCode,
  ).toBe(400)
  await anyone.post('/auth/reset-password', { reset_code, password: 'Kite_moon_2' })
  expect(
    (await anyone.refused('POST', '/auth/reset-password', { reset_code, password: 'Kite_moon_3' })).statusCode,
  ).toBe(400)
  expect((await signIn(address, 'mei', 'Kite_moon_2')).token).toBeTruthy()
})

test('a path or method that is not there is refused in the one shape', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['DELETE', '/auth/profile'],
    ['GET', '/belt/not-an-id'],
  ] as const)
    expect((await admin.refused(method, path)).statusCode).toBe(404)
})

test('a body that is no JSON, no object or none is refused in the one shape', async () => {
  for (const body of [[], 'text', 7, undefined])
    expect((await admin.refused('POST', '/belt', body)).statusCode).toBe(400)
  const response = await fetch(`${address}/api/admin/belt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: '{"beltColor":',
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { statusCode: 400, message: expect.any(String) },
  ])
})
