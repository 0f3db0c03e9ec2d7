import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../support/portal.ts'
import { after, deskOf, password, start } from '../support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

const day = 24 * 3600

describe('who has only a session of somebody', () => {
  test('cannot take over the account by another e-mail address', async () => {
    const coach = await portal.as({})
    for (const [body, message] of [
      [{ email: 'thief@example.com' }, 'Current password is required'],
      [{ email: 'thief@example.com', current: '' }, 'Current password is required'],
      [{ email: 'thief@example.com', current: 'guessed_it_1' }, 'Current password is wrong'],
    ] as const) {
      const answer = await coach.post('/auth', body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().details).toEqual([{ path: 'current', message }])
    }
    expect((await coach.get('/auth/profile')).json().email).toBeNull()
    // The address that stands is sent back with a profile.
    expect((await coach.post('/auth', { email: null })).statusCode).toBe(200)
  })

  test('cannot guess the password with it', async () => {
    const coach = await portal.as({})
    for (let guess = 1; guess <= 5; guess++)
      await coach.post('/auth', { email: 'x@example.com', current: `no_${guess}` })
    expect((await coach.post('/auth', { email: 'x@example.com', current: password })).statusCode).toBe(429)
  })

  test('cannot get round it by the list of users', async () => {
    const owner = await portal.as()
    expect((await owner.put(`/user/${owner.userId}`, { email: 'thief@example.com' })).statusCode).toBe(409)
    expect((await owner.put(`/user/${owner.userId}`, { password: 'gamelan_9_kites' })).statusCode).toBe(409)
    expect((await owner.get('/auth/profile')).json().email).toBeNull()
  })

  test('keeps it for 30 days at most, however often it is renewed', async () => {
    await portal.as({}, { username: 'long' })
    let { token, refreshToken } = (await desk.signIn('long', password)).json()
    for (const days of [10, 20, 29.9]) {
      portal.clock.set(after(days * day))
      const answer = await portal.anyone.post('/auth/refresh', { refreshToken })
      expect(answer.statusCode, `${days} days: ${answer.body}`).toBe(200)
      ;({ token, refreshToken } = answer.json())
    }
    expect((await desk.profileOf(token)).statusCode).toBe(200)
    portal.clock.set(after(30 * day + 1))
    expect((await desk.profileOf(token)).statusCode).toBe(401)
    expect((await portal.anyone.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    portal.clock.set(start)
  })
})

test('the old address is told of the new one', async () => {
  const owner = await portal.as()
  const coach = await portal.as({}, { username: 'moving' })
  await coach.post('/auth', { email: 'old@example.com', current: password })
  expect((await owner.get('/outbox')).json().total).toBe(0)
  await coach.post('/auth', { email: 'new@example.com', current: password })
  await owner.put(`/user/${coach.userId}`, { email: 'newest@example.com' })
  const { items } = (await owner.get('/outbox?sort=to')).json()
  const subject = 'Academy: your e-mail address was changed'
  expect(items).toMatchObject([
    { to: 'new@example.com', subject },
    { to: 'old@example.com', subject, text: expect.stringContaining('Hello moving,') },
  ])
})

describe('who manages users', () => {
  test('sees where a user is signed in and ends it, on one device or on all', async () => {
    const owner = await portal.as()
    const coach = await portal.as({}, { username: 'lost' })
    const phone = (await desk.signIn('lost', password, '10.0.0.9')).json().token
    const path = `/user/${coach.userId}/sessions`
    const { items, total } = (await owner.get(path)).json()
    expect(total).toBe(2)
    const there = items.find(({ address }: { address: string }) => address === '10.0.0.9')
    expect(there).toMatchObject({ isCurrent: false })
    expect((await owner.delete(`${path}/${there._id}`)).json()).toEqual({ _id: there._id })
    expect((await desk.profileOf(phone)).statusCode).toBe(401)
    expect((await owner.delete(`${path}/${there._id}`)).statusCode).toBe(404)
    expect((await owner.post(`/user/${coach.userId}/logout`)).statusCode).toBe(200)
    expect((await coach.get('/auth/profile')).statusCode).toBe(401)
    expect((await owner.get(path)).json().total).toBe(0)
  })

  test('does neither for a user who holds a right they lack', async () => {
    const owner = await portal.as()
    const manager = await portal.as({ user: ['view', 'edit'], userGroup: ['view', 'edit'] })
    for (const [method, path] of [
      ['get', `/user/${owner.userId}/sessions`],
      ['post', `/user/${owner.userId}/logout`],
      ['delete', `/user/${owner.userId}/sessions/${owner.userId}`],
    ] as const)
      expect((await manager[method](path)).statusCode, `${method} ${path}`).toBe(403)
    expect((await owner.get('/auth/profile')).statusCode).toBe(200)
  })
})
