import { afterAll, expect, test } from 'vitest'
import { openRollDesk } from '../../test/support/courses/roll.ts'
import { enrol, enrolledLongAgo, family, topUp } from '../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const overview = async (query = '', by = clerk) => (await by.get(`/dashboard/overview${query}`)).json()
const unmarked = async (query = '', by = clerk) => {
  const { items, total } = (await overview(query, by)).unmarkedClasses
  // Who marks reads the same classes from their list.
  const listed = (await by.get('/class?unmarked=true')).json()
  if (listed.items) expect(listed.total).toBe(total)
  return { days: items.map((each: { date: string }) => each.date), total }
}
const tuesdays = ['2026-11-17', '2026-11-10', '2026-11-03', '2026-10-27']

test('past classes of the last 30 days are listed until they are marked, the latest first', async () => {
  const { course } = await desk.classes()
  expect(await unmarked()).toEqual({ days: [], total: 0 })
  const { children } = await family(portal, 100, 'Held')
  const [child = ''] = children
  await enrol(clerk, child, course)
  // Nobody was to be marked before the enrollment.
  expect(await unmarked()).toEqual({ days: [], total: 0 })
  await enrolledLongAgo(portal)
  expect(await unmarked()).toEqual({ days: tuesdays, total: 4 })
  const [latest] = (await overview()).unmarkedClasses.items
  expect(latest).toMatchObject({ course: { _id: course }, centre: 'Cheras', duration: '18:00 - 19:00', students: 1 })
  const { items: ofOctober } = (await clerk.get('/class?unmarked=true&year=2026&month=10')).json()
  expect(ofOctober.map((each: { date: string }) => each.date)).toEqual([
    '2026-10-06',
    '2026-10-13',
    '2026-10-20',
    '2026-10-27',
  ])
  await desk.take(latest._id, [{ member: child, status: 'A' }])
  expect(await unmarked()).toEqual({ days: tuesdays.slice(1), total: 3 })
  await clerk.delete(`/attendance/${(await desk.rollOf(latest._id)).items[0]._id}`)
  expect(await unmarked()).toEqual({ days: tuesdays, total: 4 })
  expect(await unmarked('', await portal.as({ dashboard: ['view'] }, { centres: [places.ampang] }))).toEqual({
    days: [],
    total: 0,
  })
  expect((await unmarked('', await portal.as({ dashboard: ['view'] }, { centres: [places.cheras] }))).total).toBe(4)

  // Today's class counts from its end on, in Kuala Lumpur time.
  portal.clock.set('2026-11-24T10:59:59Z')
  const during = await portal.as()
  expect(await unmarked('', during)).toEqual({ days: tuesdays, total: 4 })
  portal.clock.set('2026-11-24T11:00:00Z')
  expect(await unmarked('', during)).toEqual({ days: ['2026-11-24', ...tuesdays], total: 5 })
  portal.clock.set('2026-12-22T15:00:00Z')
  const december = await portal.as()
  expect(await unmarked('', december)).toEqual({
    days: ['2026-12-22', '2026-12-15', '2026-12-08', '2026-12-01', '2026-11-24'],
    total: 5,
  })
  portal.clock.set('2026-11-20T04:00:00Z')
  expect((await unmarked('?unmarkedOffset=3')).days).toEqual(['2026-10-27'])
  await clerk.put(`/course/${course}`, { isDisable: true })
  expect((await unmarked()).total).toBe(0)
  await clerk.put(`/course/${course}`, { isDisable: false })
  expect((await unmarked()).total).toBe(4)
  const [enrolment] = (await clerk.get(`/enrollment?member=${child}`)).json().items
  await clerk.put(`/enrollment/${enrolment._id}`, { isDisable: true })
  expect((await unmarked()).total).toBe(0)
})

test('open cases are listed by wallet, those that can be closed first', async () => {
  const owing = async (name: string, credit: number, centre = places.cheras) => {
    const { course, on } = await desk.classes({ centre })
    const { parent, children } = await family(portal, 0, name)
    const [child = ''] = children
    await enrol(clerk, child, course)
    for (const day of tuesdays.slice(0, 2)) await desk.take(on(day), [{ member: child, status: 'P' }])
    if (credit > 0) await topUp(portal, parent, credit)
    return parent
  }
  const poor = await owing('Poor', 0)
  const half = await owing('Half', 15)
  const away = await owing('Away', 5, places.ampang)
  const { openCases } = await overview()
  expect(openCases).toEqual({
    items: [
      {
        walletMember: { _id: half, name: 'Parent of Half', chName: null, wallet: 15 },
        cases: 2,
        credit: 20,
        covered: 1,
        walletAfter: 5,
        oldest: '2026-11-10',
      },
      expect.objectContaining({ walletMember: expect.objectContaining({ _id: poor }), covered: 0, walletAfter: 0 }),
      expect.objectContaining({ walletMember: expect.objectContaining({ _id: away }), covered: 0, walletAfter: 5 }),
    ],
    total: 3,
    cases: 6,
  })
  const viewer = await portal.as({ dashboard: ['view'] }, { centres: [places.ampang] })
  expect((await overview('', viewer)).openCases).toMatchObject({ total: 1, cases: 2 })
  expect((await overview('?casesOffset=2')).openCases.items).toHaveLength(1)
  await topUp(portal, half, 5)
  expect((await overview()).openCases.items[0]).toMatchObject({ covered: 2, walletAfter: 0 })
  await clerk.put(`/attendance/clearOutstanding/wallet/${half}`, { outStanding: false })
  expect((await overview()).openCases).toMatchObject({ total: 2, cases: 4 })
})
