import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { pending } from '../../test/support/adjustments.ts'
import { openRollDesk } from '../../test/support/courses/roll.ts'
import { enrol, enrolledLongAgo, family, topUp } from '../../test/support/students.ts'
import { postTo } from '../../test/support/wallets.ts'
import { monthToDate } from './month.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const read = async (path: string, by = clerk) => {
  const answer = await by.get(`/dashboard/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test.each([
  ['2026-11-20', '2026-10-01', '2026-10-20'],
  ['2027-01-01', '2026-12-01', '2026-12-01'],
  ['2026-12-31', '2026-11-01', '2026-11-30'],
  ['2027-03-30', '2027-02-01', '2027-02-28'],
])('the days of the month before %s are %s to %s', (today, from, to) => {
  expect(monthToDate(today)).toEqual({ days: { from: `${today.slice(0, 7)}-01`, to: today }, base: { from, to } })
})

test('an academy without anything has a month of nothing', async () => {
  const nothing = { now: 0, base: 0, weeks: [0, 0, 0, 0, 0, 0, 0, 0] }
  expect(await read('month')).toEqual({
    days: { from: '2026-11-01', to: '2026-11-20' },
    base: { from: '2026-10-01', to: '2026-10-20' },
    collected: { now: '0.00', base: '0.00', weeks: nothing.weeks.map(() => '0.00') },
    attended: nothing,
    members: nothing,
    owed: nothing,
  })
})

test('what was verified counts on its day in Kuala Lumpur, until it is cancelled', async () => {
  const academy = await academyIn(portal)
  const pay = async (at: string) => {
    portal.clock.set(at)
    const by = await portal.as()
    const order = { memberId: academy.member, package: academy.package, coachReceived: academy.coach }
    const { _id } = (await by.post('/payment', { ...order, paymentType: 'Cash' })).json()
    expect((await by.put(`/payment/direct/${_id}`, { isPay: true })).statusCode).toBe(200)
    return _id
  }
  // The last second of 20 October there, the first of the 21st, and the edge of the last week.
  await pay('2026-10-20T15:59:59Z')
  await pay('2026-10-20T16:00:00Z')
  await pay('2026-11-13T15:59:59Z')
  await pay('2026-11-13T16:00:00Z')
  portal.clock.set('2026-11-20T04:00:00Z')
  const { collected, owed } = await read('month')
  const one = Number(collected.base)
  expect(one).toBeGreaterThan(0)
  expect(collected.now).toBe((2 * one).toFixed(2))
  expect(collected.weeks.map((week: string) => Number(week) / one)).toEqual([0, 0, 0, 2, 0, 0, 1, 1])
  const credit = owed.base
  expect(credit).toBeGreaterThan(0)
  expect(owed).toEqual({
    now: 4 * credit,
    base: credit,
    weeks: [0, 0, 0, 2, 2, 2, 3, 4].map((count) => count * credit),
  })
  const last = await pay('2026-11-20T04:00:00Z')
  expect(Number((await read('month')).collected.now)).toBe(3 * one)
  expect((await clerk.put(`/payment/cancel/${last}`)).statusCode).toBe(200)
  expect(await read('month')).toMatchObject({ collected, owed })
  // A wallet below zero takes nothing off what the others hold; what lifts it above counts.
  const { parent } = await family(portal, 40)
  const cause = { key: `cancelled/${parent}`, type: 'payment' as const, id: null, label: 'Cancelled' }
  await portal.run((tx) => postTo(tx, { member: parent, kind: 'purchase-cancelled', credit: -100, cause }))
  expect((await read('month')).owed).toEqual(owed)
  expect((await clerk.get('/report/credit-owed-report')).json().totalCredits).toBe(owed.now)
  await topUp(portal, parent, 65)
  expect((await read('month')).owed).toMatchObject({ now: owed.now + 5, base: owed.base })
})

test('who came is counted once a month, every attendance counts, and only those of the caller’s centres', async () => {
  const { course, on } = await desk.classes()
  const { children } = await family(portal, 100, 'Came often', 'Came once')
  const [often = '', once = ''] = children
  for (const child of children) await enrol(clerk, child, course)
  await desk.take(on('2026-11-03'), [
    { member: often, status: 'P' },
    { member: once, status: 'A' },
  ])
  await desk.take(on('2026-11-10'), [
    { member: often, status: 'P' },
    { member: once, status: 'P' },
  ])
  await desk.take(on('2026-10-20'), [{ member: once, status: 'P' }])
  await desk.take(on('2026-10-27'), [{ member: once, status: 'P' }])
  const { attended, members } = await read('month')
  expect(attended).toEqual({ now: 3, base: 1, weeks: [0, 0, 0, 1, 1, 1, 2, 0] })
  expect(members).toEqual({ now: 2, base: 1, weeks: [0, 0, 0, 1, 1, 1, 2, 0] })
  const held = async (centre: string) => read('month', await portal.as({ dashboard: ['view'] }, { centres: [centre] }))
  expect(await held(places.cheras)).toMatchObject({ attended, members })
  expect(await held(places.ampang)).toMatchObject({ attended: { now: 0, base: 0 }, members: { now: 0, base: 0 } })
})

test('the menu counts what waits, each only for those who may open it', async () => {
  const { course, on } = await desk.classes()
  const { children, parent } = await family(portal, 0, 'Owes')
  const [child = ''] = children
  await enrol(clerk, child, course)
  await enrolledLongAgo(portal)
  const before = await read('waiting')
  await desk.take(on('2026-11-17'), [{ member: child, status: 'P' }])
  await pending(clerk, parent)
  const after = await read('waiting')
  expect(after).toEqual({
    payments: before.payments,
    openCases: before.openCases + 1,
    adjustments: before.adjustments + 1,
    classes: before.classes - 1,
    ownClasses: null,
    newcomers: 0,
  })
  const list = async (path: string) => (await clerk.get(path)).json().total
  expect(after.openCases).toBe(await list('/attendance?outstanding=true&limit=1'))
  expect(after.adjustments).toBe(await list('/credit-adjust?status=Pending&limit=1'))
  await topUp(portal, parent, 1000)
  await clerk.put(`/attendance/clearOutstanding/${await open(child)}`, { outStanding: false })
  expect((await read('waiting')).openCases).toBe(before.openCases)

  const nothing = {
    payments: null,
    openCases: null,
    adjustments: null,
    classes: null,
    ownClasses: null,
    newcomers: null,
  }
  expect(await read('waiting', await portal.as({}))).toEqual(nothing)
  const coach = await portal.as({ attendance: ['view'] }, { centres: [places.ampang] })
  expect(await read('waiting', coach)).toEqual({ ...nothing, classes: 0 })
})

const open = async (member: string) =>
  (await clerk.get(`/attendance?member=${member}&outstanding=true`)).json().items[0]._id
