import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/support/portal.ts'
import { after, deskOf, password, start } from '../../../test/support/staff/sign-in.ts'
import { deviceOf } from './devices.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'
const call = (token: string, method: 'GET' | 'DELETE', path: string) =>
  portal.app.inject({ method, url: `/api/admin${path}`, headers: { authorization: `Bearer ${token}` } })

/** Signs in on a laptop and, a minute later, on a phone. */
async function twice(username: string) {
  const person = await portal.as({}, { username })
  portal.clock.set(after(60))
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/admin/auth/login',
    payload: { username, password },
    headers: { 'user-agent': phone },
    remoteAddress: '10.0.0.7',
  })
  portal.clock.set(start)
  return { laptop: person.token, phone: answer.json().token as string }
}

describe('a person', () => {
  test('sees where they are signed in, this device first', async () => {
    const tokens = await twice('everywhere')
    const answer = (await call(tokens.laptop, 'GET', '/auth/sessions')).json()
    expect(answer).toEqual({
      items: [
        expect.objectContaining({ device: 'test', address: '127.0.0.1', isCurrent: true }),
        {
          _id: expect.any(String),
          device: 'Safari on iPhone',
          address: '10.0.0.7',
          createdAt: '2026-11-20T04:01:00.000Z',
          lastUsed: '2026-11-20T04:01:00.000Z',
          isCurrent: false,
        },
      ],
      total: 2,
    })
  })

  test('ends one of them', async () => {
    const tokens = await twice('ending one')
    const { items } = (await call(tokens.laptop, 'GET', '/auth/sessions')).json()
    const other = items[1]._id
    expect((await call(tokens.laptop, 'DELETE', `/auth/sessions/${other}`)).json()).toEqual({ _id: other })
    expect((await desk.profileOf(tokens.phone)).statusCode).toBe(401)
    expect((await desk.profileOf(tokens.laptop)).statusCode).toBe(200)
    expect((await call(tokens.laptop, 'DELETE', `/auth/sessions/${other}`)).statusCode).toBe(404)
  })

  test("does not find somebody else's", async () => {
    const [mine, theirs] = [await twice('mine'), await twice('theirs')]
    const { items } = (await call(theirs.laptop, 'GET', '/auth/sessions')).json()
    expect((await call(mine.laptop, 'DELETE', `/auth/sessions/${items[0]._id}`)).statusCode).toBe(404)
    expect((await desk.profileOf(theirs.laptop)).statusCode).toBe(200)
  })

  test('logs out everywhere, and nobody else with them', async () => {
    const [mine, theirs] = [await twice('leaving all'), await twice('staying')]
    expect((await call(mine.phone, 'DELETE', '/auth/sessions')).json()).toEqual({})
    expect((await desk.profileOf(mine.phone)).statusCode).toBe(401)
    expect((await desk.profileOf(mine.laptop)).statusCode).toBe(401)
    expect((await desk.profileOf(theirs.laptop)).statusCode).toBe(200)
  })

  test('does not see sessions that are over', async () => {
    const tokens = await twice('old')
    portal.clock.set(after(14 * 24 * 3600 + 30))
    const fresh = (await desk.signIn('old', password)).json().token
    const { items } = (await call(fresh, 'GET', '/auth/sessions')).json()
    expect(items).toHaveLength(2)
    expect(tokens.laptop).not.toBe(fresh)
    portal.clock.set(start)
  })
})

test.each([
  [null, 'Unknown device'],
  ['', 'Unknown device'],
  ['curl/8', 'curl/8'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15) Version/19 Safari/605', 'Safari on Mac'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux'],
  [phone, 'Safari on iPhone'],
])('%j is called %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
