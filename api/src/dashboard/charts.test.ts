import { expiryBuckets } from '@academy/contract/wallet/rules.ts'
import { afterAll, expect, test } from 'vitest'
import { openRollDesk } from '../../test/support/courses/roll.ts'
import { insertMember } from '../../test/support/families.ts'
import { enrol, enrolledLongAgo, family } from '../../test/support/students.ts'
import { expireOn, postTo } from '../../test/support/wallets.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const charts = async (by = clerk) => {
  const answer = await by.get('/dashboard/charts')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

let causes = 0
const move = (member: string, kind: 'opening' | 'adjustment' | 'expired', credit: number) =>
  portal.run((tx) => {
    causes++
    return postTo(tx, {
      member,
      kind,
      credit,
      cause: { key: `test/${causes}`, type: 'opening', id: null, label: 'Test' },
    })
  })
const holder = (name: string) => portal.run((tx) => insertMember(tx, { kind: 'parent', name }))

test('credit is added up by weeks that begin on Monday at midnight in Kuala Lumpur', async () => {
  const member = await holder('By week')
  // Sunday 15 November, 23:59:59, and the Monday after it.
  portal.clock.set('2026-11-15T15:59:59Z')
  await move(member, 'opening', 100)
  portal.clock.set('2026-11-15T16:00:00Z')
  await move(member, 'opening', 40)
  await move(member, 'adjustment', -30)
  await move(member, 'expired', -10)
  portal.clock.set('2026-11-20T04:00:00Z')
  const { weeks, computedAt } = await charts()
  expect(computedAt).toBe('2026-11-20T04:00:00.000Z')
  expect(weeks).toHaveLength(12)
  expect(weeks[0]).toEqual({ from: '2026-08-31', to: '2026-09-06', in: 0, out: 0, expired: 0 })
  expect(weeks.slice(-2)).toEqual([
    { from: '2026-11-09', to: '2026-11-15', in: 100, out: 0, expired: 0 },
    { from: '2026-11-16', to: '2026-11-22', in: 40, out: 30, expired: 10 },
  ])
})

test('credit stands in the bucket of the day on which it expires, and all of it in one', async () => {
  const before: number[] = (await charts()).expiring.map(({ credit }: { credit: number }) => credit)
  const days = [
    ['2026-11-19', 1],
    ['2026-11-20', 2],
    ['2027-02-18', 4],
    ['2027-02-19', 8],
    ['2027-03-20', 16],
    ['2027-03-21', 32],
    ['2027-04-19', 64],
    ['2027-04-20', 128],
    [null, 256],
  ] as const
  for (const [day, credit] of days) {
    const member = await holder(`Until ${day}`)
    await move(member, 'opening', credit)
    await portal.run((tx) => expireOn(tx, member, day))
  }
  const { expiring } = await charts()
  expect(expiring.map(({ bucket }: { bucket: string }) => bucket)).toEqual([
    ...expiryBuckets.map(({ label }) => label),
    'No expiry date',
  ])
  expect(expiring.map(({ credit }: { credit: number }, index: number) => credit - (before[index] ?? 0))).toEqual([
    1,
    2 + 4,
    8 + 16,
    32 + 64,
    128,
    256,
  ])
  expect(expiring[1].wallets).toBe(2)
})

test('attendance is that of the last four weeks; who is held to a centre sees that one', async () => {
  const { course } = await desk.classes()
  const { children } = await family(portal, 100, 'Came', 'Stayed away')
  const [came = '', away = ''] = children
  for (const child of children) await enrol(clerk, child, course)
  await enrolledLongAgo(portal)
  const { items } = (await clerk.get('/dashboard/overview')).json().unmarkedClasses
  const [latest, earlier] = items
  await desk.take(latest._id, [
    { member: came, status: 'P', checkInTime: '18:00' },
    { member: away, status: 'A' },
  ])
  await desk.take(earlier._id, [{ member: came, status: 'P', checkInTime: '18:00' }])
  const { attendance } = await charts()
  expect(attendance).toEqual({
    from: '2026-10-24',
    to: '2026-11-20',
    centres: [{ _id: places.cheras, name: 'Cheras', present: 2, absent: 1 }],
  })
  const held = async (centre: string) => charts(await portal.as({ dashboard: ['view'] }, { centres: [centre] }))
  expect((await held(places.ampang)).attendance.centres).toEqual([])
  expect((await held(places.cheras)).attendance).toEqual(attendance)
})

test('more credit in all than one wallet can hold is shown', async () => {
  const most = 2_000_000_000
  const before = await charts()
  for (const name of ['Rich', 'Richer']) await move(await holder(name), 'opening', most)
  const after = await charts()
  expect(after.weeks.at(-1).in - before.weeks.at(-1).in).toBe(2 * most)
  expect(after.expiring.at(-1).credit - before.expiring.at(-1).credit).toBe(2 * most)
})
