import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { portalMetrics } from '../../../src/metrics.ts'
import { nextNumber } from '../../../src/numbers/numbers.ts'
import { callLog } from '../../../src/platform/http/index.ts'
import { watchClock } from '../../../src/platform/jobs/index.ts'
import { testPortal } from '../../support/portal.ts'
import { after, deskOf, password } from '../../support/staff/sign-in.ts'

const portal = await testPortal()
afterAll(() => portal.close())
const { signIn, profileOf } = deskOf(portal)
const tokens = z.object({ token: z.string(), refreshToken: z.string() })
const hour = 3600

test('sessions and running numbers survive a jump of an hour either way', async () => {
  await portal.as(undefined, { username: 'clerk' })
  const first = tokens.parse((await signIn('clerk', password)).json())
  const works = async ({ token }: { token: string }) => (await profileOf(token)).statusCode
  const issue = () => portal.run((tx) => nextNumber(tx, 'Official Receipt'))
  const numbers = [await issue()]

  portal.clock.set(after(-hour))
  expect(await works(first)).toBe(200)
  numbers.push(await issue())

  // As after an hour of rest: the access token is over, and the client renews it.
  portal.clock.set(after(hour))
  expect(await works(first)).toBe(401)
  const renewed = await portal.anyone.post('/auth/refresh', { refreshToken: first.refreshToken })
  const second = tokens.parse(renewed.json())
  expect(await works(second)).toBe(200)
  numbers.push(await issue())

  portal.clock.set(after(0))
  expect(await works(second)).toBe(200)
  numbers.push(await issue())
  expect(numbers).toEqual(['OR-2026-0001', 'OR-2026-0002', 'OR-2026-0003', 'OR-2026-0004'])
})

test('clocks that are minutes apart are told once, in the log and as a figure, and so is their agreement', async () => {
  const [row] = await portal.portal.database.query<{ at: string }>(sql`select now() as at`)
  const lines: string[] = []
  const told = (words: RegExp) => lines.filter((line) => words.test(line)).length
  const offset = async () => {
    const text = await portalMetrics(portal.portal, () => 0).text()
    return Number(/^academy_clock_offset_seconds (\S+)$/m.exec(text)?.[1])
  }
  const set = (seconds: number) => portal.clock.set(new Date(Date.parse(row?.at ?? '') + seconds * 1000).toISOString())
  set(6 * hour)
  const log = callLog('info', { write: (line) => void lines.push(line) })
  const watch = watchClock({ ...portal.portal, log }, 10)
  try {
    await expect.poll(() => told(/"level":40.* s ahead of the database's/), { timeout: 30_000 }).toBe(1)
    expect(await offset()).toBeGreaterThan(5 * hour)
    set(0)
    await expect.poll(() => told(/agrees with the database again/), { timeout: 30_000 }).toBe(1)
    set(-6 * hour)
    await expect.poll(() => told(/ s behind the database's/), { timeout: 30_000 }).toBe(1)
    expect(await offset()).toBeLessThan(-5 * hour)
    expect(lines).toHaveLength(3)
  } finally {
    watch.stop()
  }
})
