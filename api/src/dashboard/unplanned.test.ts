import { afterAll, expect, test } from 'vitest'
import { coursePlaces, newCourse, newYear } from '../../test/support/courses/courses.ts'
import { type Client, testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const owner = await portal.as()
const places = await coursePlaces(portal)
afterAll(() => portal.close())

const told = async (who: Client) => (await who.get('/dashboard/overview')).json().unplanned

test('in December and January the courses are named that have classes in the old year and none in the new one', async () => {
  const course = async (name: string) => (await newCourse(owner, places, { name }))._id
  const [planned, waiting, off] = [await course('Planned'), await course('Waiting'), await course('Disabled')]
  await course('Never planned')
  for (const each of [planned, waiting, off]) await newYear(owner, places, each)
  await newYear(owner, places, planned, { year: 2027 })
  await owner.put(`/course/${off}`, { isDisable: true })
  const known = { year: 2027, items: [{ _id: waiting, name: 'Waiting' }], total: 1 }
  for (const [day, expected] of [
    ['2026-11-30', null],
    ['2026-12-01', known],
    ['2027-01-31', known],
    ['2027-02-01', null],
  ] as const) {
    portal.clock.set(`${day}T04:00:00Z`)
    expect(await told(await portal.as()), day).toEqual(expected)
  }
  portal.clock.set('2026-12-31T04:00:00Z')
  for (const scheduling of [['view'], ['edit']])
    expect(await told(await portal.as({ dashboard: ['view'], scheduling })), `${scheduling}`).toBe(null)
  expect(await told(await portal.as(undefined, { centres: [places.ampang] }))).toBe(null)
  const now = await portal.as()
  await newYear(now, places, waiting, { year: 2027 })
  expect(await told(now)).toBe(null)
})
