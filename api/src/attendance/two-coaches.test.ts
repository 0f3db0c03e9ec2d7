import type { Mark } from '@academy/contract/attendance/attendance.ts'
import { addDays } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coursePlaces, insertTaught } from '../../test/support/courses/courses.ts'
import { rollDesk } from '../../test/support/courses/roll.ts'
import { type TestPortal, testPortal } from '../../test/support/portal.ts'
import { enrol, family } from '../../test/support/students.ts'
import { takeAttendance } from './attendance.ts'

const rounds = 200
const size = 40
const cost = 10

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

/** A class of 40 on each of 200 days; twenty wallets of two children each, which cover half of it all. */
async function classesOfForty() {
  const clerk = await portal.as()
  const places = await coursePlaces(portal)
  const { course, year } = await rollDesk(portal, clerk, places).classes()
  const members: string[] = []
  for (let pair = 0; pair < size / 2; pair++) {
    const { children } = await family(portal, rounds * cost, `One ${pair}`, `Two ${pair}`)
    for (const member of children) await enrol(clerk, member, course)
    members.push(...children)
  }
  const sessions = await portal.run(async (tx) => {
    const ids: string[] = []
    for (let round = 0; round < rounds; round++)
      ids.push(
        await insertTaught(tx, 'class', places.tan, {
          course_year: year._id,
          course,
          date: addDays('2026-11-19', -round),
          starts: '05:00',
          ends: '06:00',
        }),
      )
    return ids
  })
  return { course, members, sessions }
}

const mark = (member: string, status: 'P' | 'A'): Mark => ({ member, status, checkInTime: null, checkOutTime: null })

test('two coaches who mark one class of 40 at once, 200 times, charge everybody once', async () => {
  const { course, members, sessions } = await classesOfForty()
  const take = (session: string, marks: Mark[]) => portal.run((tx) => takeAttendance(tx, session, marks))
  for (const [round, session] of sessions.entries()) {
    // The two lists differ in members and in order.
    const first = members.map((member, place) => mark(member, (place + round) % 5 === 0 ? 'A' : 'P'))
    const second = members.map((member) => mark(member, 'P')).toReversed()
    await Promise.all(
      round % 2 ? [take(session, first), take(session, second)] : [take(session, second), take(session, first)],
    )
  }
  // The marks of a class are all one coach's; each of the two must win at least once.
  const absent = await portal.run((tx) =>
    tx.query<{ absent: number }>(sql`
      select count(*) filter (where status = 'A')::int as absent from attendance where course = ${course} group by class`),
  )
  const won = Map.groupBy(absent, (one) => one.absent)
  expect([...won.keys()].toSorted((a, b) => a - b)).toEqual([0, size / 5])
  expect(won.get(0)?.length).toBeGreaterThan(rounds / 20)
  expect(won.get(size / 5)?.length).toBeGreaterThan(rounds / 20)
  const [sums] = await portal.run((tx) =>
    tx.query<Record<string, number>>(sql`
      select count(*)::int as rows, count(distinct (class, member))::int as once,
        count(distinct class)::int as classes,
        count(*) filter (where status = 'P' and not outstanding and entry is null)::int as unpaid,
        count(*) filter (where entry is not null and (status = 'A' or outstanding))::int as overpaid,
        count(entry)::int - count(distinct entry)::int as shared,
        (select count(*)::int from wallet_entry where kind = 'attendance') - count(entry)::int as stray,
        (select count(*)::int from wallet where balance < 0
          or balance <> (select coalesce(sum(credit), 0) from wallet_entry where wallet_entry.member = wallet.member)) as wrong
      from attendance where course = ${course}`),
  )
  expect(sums).toEqual({
    rows: rounds * size,
    once: rounds * size,
    classes: rounds,
    unpaid: 0,
    overpaid: 0,
    shared: 0,
    stray: 0,
    wrong: 0,
  })
})
