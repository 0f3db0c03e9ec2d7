import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { classesOf, coursePlaces, newCourse, newYear } from '../../../test/support/courses/courses.ts'
import { absent, present } from '../../../test/support/courses/roll.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { adult, enrol, family, topUp } from '../../../test/support/students.ts'
import { runwayOn } from '../../wallet/wallet.ts'

const portal = await testPortal()
const clerk = await portal.as()
const places = await coursePlaces(portal)
afterAll(() => portal.close())

/** A course on Tuesdays, and how to mark these children on a day. */
async function tuesdays(prices: readonly [string, number][]) {
  const course = await newCourse(clerk, places)
  await newYear(clerk, places, course._id)
  const all: { _id: string; date: string }[] = await classesOf(clerk, course._id)
  for (const [member, credit] of prices) await enrol(clerk, member, course._id, { credit })
  return async (date: string, marks: object[]) => {
    const session = all.find((each) => each.date === date)?._id
    const answer = await clerk.post(`/attendance/take/${session}`, marks)
    expect(answer.statusCode, answer.body).toBe(200)
  }
}

const runwayOf = async (member: string) => {
  const { runway } = (await clerk.get(`/member/${member}`)).json()
  const { items } = (await clerk.get('/member?limit=200')).json()
  expect(items.find(({ _id }: { _id: string }) => _id === member).runway).toBe(runway)
  return runway
}

// Today is Friday, 20 November 2026.
test('a family lasts by what its children’s classes cost on average, rounded down', async () => {
  const { parent, children } = await family(portal, 175, 'Lucas', 'Sofia')
  const [lucas = '', sofia = ''] = children
  expect(await runwayOf(parent)).toBeNull()
  const mark = await tuesdays([
    [lucas, 20],
    [sofia, 10],
  ])
  await mark('2026-11-10', [present(lucas), present(sofia)])
  // 145 credits at 15 a class.
  expect(await runwayOf(parent)).toBe(9)
  await mark('2026-11-17', [present(lucas), absent(sofia)])
  // 125 credits at 50 for three; who was absent cost nothing.
  expect(await runwayOf(parent)).toBe(7)
  expect(await runwayOf(lucas)).toBeNull()
})

test('an empty wallet lasts for none, also when the classes are still to be paid; free ones say nothing', async () => {
  const { parent, children } = await family(portal, 0, 'Owing')
  const [child = ''] = children
  const mark = await tuesdays([[child, 30]])
  await mark('2026-11-17', [present(child)])
  expect(await runwayOf(parent)).toBe(0)
  await topUp(portal, parent, 29)
  expect(await runwayOf(parent)).toBe(0)
  await topUp(portal, parent, 1)
  expect(await runwayOf(parent)).toBe(1)

  const guest = await adult(portal, 'Guest', 100)
  await (await tuesdays([[guest, 0]]))('2026-11-17', [present(guest)])
  expect(await runwayOf(guest)).toBeNull()
  await (await tuesdays([[guest, 20]]))('2026-11-17', [present(guest)])
  // 80 credits at 20.
  expect(await runwayOf(guest)).toBe(4)
})

test('ninety business days count, today the last of them', async () => {
  const member = await adult(portal, 'Edge', 100)
  const mark = await tuesdays([[member, 10]])
  await mark('2026-08-25', [present(member)])
  const on = async (today: string) => {
    const [row] = await portal.run((tx) =>
      tx.query<{ runway: number | null }>(sql`select ${runwayOn(today)} as runway
        from member join wallet on wallet.member = member.id where member.id = ${member}`),
    )
    return row?.runway
  }
  expect([await on('2026-08-24'), await on('2026-08-25')]).toEqual([null, 9])
  expect([await on('2026-11-22'), await on('2026-11-23')]).toEqual([9, null])
})
