import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openRollDesk, present } from '../../test/support/courses/roll.ts'
import { type Client, testEntry } from '../../test/support/portal.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const waiting = async (by = clerk) => (await by.get('/dashboard/waiting')).json()
const atTheMat = { attendance: ['view', 'mark'] }

/** Says which coach a user is. */
const link = ({ userId }: Client, coach: string) =>
  portal.run((tx) =>
    tx.change(testEntry, (on) =>
      sql`update staff_user set coach_related = ${coach} where id = ${userId}`.execute(on()),
    ),
  )

test('a coach is told of own classes of earlier days that nobody marked', async () => {
  const { course, name, on, first } = await desk.lesson(100, 'Mei')
  const [tan, devi, none] = [await portal.as(atTheMat), await portal.as(atTheMat), await portal.as(atTheMat)]
  await link(tan, places.tan)
  await link(devi, places.devi)
  const told = {
    total: 4,
    latest: { _id: on('2026-11-17'), course: { _id: course, name }, date: '2026-11-17' },
  }
  expect(await waiting(tan)).toMatchObject({ classes: 4, ownClasses: told })
  // An assistant may mark as well.
  expect((await waiting(devi)).ownClasses).toEqual(told)
  expect(await waiting(none)).toMatchObject({ classes: 4, ownClasses: null })
  await desk.take(on('2026-11-17'), [present(first)])
  expect((await waiting(tan)).ownClasses).toMatchObject({ total: 3, latest: { date: '2026-11-10' } })

  // A class of today is told on the phone itself, once it has begun.
  portal.clock.set('2026-11-24T12:00:00Z')
  const late = await portal.as(atTheMat)
  await link(late, places.tan)
  expect(await waiting(late)).toMatchObject({ classes: 4, ownClasses: { total: 3, latest: { date: '2026-11-10' } } })
  portal.clock.set('2026-11-20T04:00:00Z')

  const viewer = await portal.as({ attendance: ['view'] })
  await link(viewer, places.tan)
  expect((await waiting(viewer)).ownClasses).toBeNull()
})

test('newcomers wait for who works with them, in their centres, until they are seen to', async () => {
  const { past } = await desk.classes()
  const note = { name: 'Kumar', phoneNo: '0123456789', creditType: 'trial1', scheduledClass: past }
  const { _id } = (await clerk.post('/newcomer', note)).json()
  expect((await waiting()).newcomers).toBe(1)
  expect((await waiting(await portal.as({ outStandingCredit: ['view'] }))).newcomers).toBe(1)
  expect((await waiting(await portal.as(atTheMat, { centres: [places.ampang] }))).newcomers).toBe(0)
  expect((await waiting(await portal.as({ dashboard: ['view'] }))).newcomers).toBeNull()
  await clerk.put(`/newcomer/dismiss/${_id}`, { reason: 'Only looked on' })
  expect((await waiting()).newcomers).toBe(0)
})
