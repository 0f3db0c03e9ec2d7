import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/support/portal.ts'
import { after, deskOf, password, start } from '../../../test/support/staff/sign-in.ts'

const portal = await testPortal()
const desk = deskOf(portal)
afterAll(() => portal.close())

const tokensOf = async (username: string) => {
  const answer = await desk.signIn(username, password)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ token: string; refreshToken: string; expiresIn: number }>()
}

const refresh = (refreshToken: unknown) => portal.anyone.post('/auth/refresh', { refreshToken })

describe('a session', () => {
  test('goes on for as long as it is used, up to twelve hours', async () => {
    await portal.as({}, { username: 'busy' })
    const { token } = await tokensOf('busy')
    const statusAfter = async (minutes: number) => {
      portal.clock.set(after(minutes * 60))
      return (await desk.profileOf(token)).statusCode
    }
    for (let minutes = 0; minutes < 720; minutes += 29)
      expect([minutes, await statusAfter(minutes)]).toEqual([minutes, 200])
    expect(await statusAfter(719)).toBe(200)
    expect(await statusAfter(720)).toBe(401)
    portal.clock.set(start)
  })

  test('is over after half an hour in which it was not used', async () => {
    await portal.as({}, { username: 'idle' })
    const { token } = await tokensOf('idle')
    for (const [minutes, status] of [
      [20, 200],
      [49, 200],
      [79, 401],
    ] as const) {
      portal.clock.set(after(minutes * 60))
      expect([minutes, (await desk.profileOf(token)).statusCode]).toEqual([minutes, status])
    }
    portal.clock.set(start)
  })

  test('is over after half an hour, and renewed for two weeks', async () => {
    await portal.as({}, { username: 'renewed' })
    const first = await tokensOf('renewed')
    portal.clock.set(after(1800))
    expect((await desk.profileOf(first.token)).statusCode).toBe(401)
    const second = (await refresh(first.refreshToken)).json()
    expect((await desk.profileOf(second.token)).statusCode).toBe(200)
    portal.clock.set(after(1800 + 14 * 24 * 3600))
    expect((await refresh(second.refreshToken)).statusCode).toBe(401)
    portal.clock.set(start)
  })

  test('is ended by a refresh token used twice, for both who hold one', async () => {
    await portal.as({}, { username: 'robbed' })
    const first = await tokensOf('robbed')
    const second = (await refresh(first.refreshToken)).json()
    const third = (await refresh(second.refreshToken)).json()
    expect((await desk.profileOf(third.token)).statusCode).toBe(200)
    // The oldest token counts as used, too.
    expect((await refresh(first.refreshToken)).statusCode).toBe(401)
    expect((await desk.profileOf(third.token)).statusCode).toBe(401)
    expect((await refresh(third.refreshToken)).statusCode).toBe(401)
  })

  test('gives out one pair of tokens to two who refresh at once, and then ends', async () => {
    await portal.as({}, { username: 'racing' })
    const { refreshToken } = await tokensOf('racing')
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 401])
    const won = answers.find((answer) => answer.statusCode === 200)?.json()
    expect((await desk.profileOf(won.token)).statusCode).toBe(401)
  })

  test('ends at once by signing out, and only this one', async () => {
    await portal.as({}, { username: 'leaving' })
    const [laptop, phone] = [await tokensOf('leaving'), await tokensOf('leaving')]
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/logout',
      headers: { authorization: `Bearer ${laptop.token}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({})
    expect((await desk.profileOf(laptop.token)).statusCode).toBe(401)
    expect((await refresh(laptop.refreshToken)).statusCode).toBe(401)
    expect((await desk.profileOf(phone.token)).statusCode).toBe(200)
  })

  test('does not outlive its user', async () => {
    await portal.as({}, { username: 'dismissed' })
    const { token, refreshToken } = await tokensOf('dismissed')
    await desk.disable('dismissed')
    expect((await desk.profileOf(token)).statusCode).toBe(401)
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
    expect((await desk.profileOf(token)).statusCode).toBe(401)
  })

  test.each([undefined, null, '', 5, 'x', 'x'.repeat(200), 'x'.repeat(201), "' or 1=1", 'a\u0000'])(
    'refresh token %j gives nothing',
    async (token) => {
      expect([400, 401]).toContain((await refresh(token)).statusCode)
    },
  )
})
