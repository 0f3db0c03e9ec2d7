import { setImmediate as turn } from 'node:timers/promises'
import { addDays, weeklyDates } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CoursePlaces,
  classesOf,
  coursePlaces,
  newCourse,
  newYear,
} from '../../../test/support/courses/courses.ts'
import { scheduleDesk } from '../../../test/support/courses/schedule.ts'
import { insertMember } from '../../../test/support/families.ts'
import { type Client, type TestPortal, testPortal } from '../../../test/support/portal.ts'
import { enrol, topUp } from '../../../test/support/students.ts'

let portal: TestPortal
let clerk: Client
let places: CoursePlaces
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  places = await coursePlaces(portal)
})
afterAll(() => portal.close())

const rounds = 200
const credit = 10
const mostTurns = 2 ** 16
const week = (tuesday: string) => [addDays(tuesday, -2), addDays(tuesday, 4)]

test(`a class is rescheduled while its attendance is taken, ${rounds} times: one of them wins`, async () => {
  const desk = scheduleDesk(portal, clerk, places)
  const course = (await newCourse(clerk, places))._id
  const member = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Racer', ic_no: '900101145678' }))
  await enrol(clerk, member, course)
  await topUp(portal, member, rounds * credit)
  const years = [2021, 2022, 2023, 2024, 2025]
  for (const year of years) await newYear(clerk, places, course, { year })
  const all = (await Promise.all(years.map((year) => classesOf(clerk, course, year)))).flat()
  // Weeks that lie within their year.
  const sessions = all.filter(({ date }) => date.slice(5) > '01-03' && date.slice(5) < '12-27').slice(0, rounds)
  expect(sessions).toHaveLength(rounds)
  const outcomes = { marked: 0, moved: 0 }
  // Marking is faster, so the rescheduling starts some turns of the event loop earlier. The winner gets a later start the
  // next time, so that both keep reaching the class at once.
  let ahead = 1
  const round = async ({ _id, date, year }: { _id: string; date: string; year: number }) => {
    const moving = clerk.put('/class/batch/update', {
      course,
      year,
      range: week(date),
      schedule: desk.pattern({ day: 4 }),
    })
    for (let turns = ahead; turns > 0; turns--) await turn()
    const [taken, moved] = await Promise.all([clerk.post(`/attendance/take/${_id}`, [{ member, status: 'P' }]), moving])
    expect(moved.statusCode, moved.body).toBe(200)
    expect([200, 404], taken.body).toContain(taken.statusCode)
    const winner = taken.statusCode === 200 ? 'marked' : 'moved'
    outcomes[winner]++
    ahead = winner === 'marked' ? Math.min(ahead * 2, mostTurns) : Math.max(1, Math.floor(ahead / 2))
  }
  // Weeks of one year lock each other out: a few at a time are enough.
  for (let first = 0; first < rounds; first += 4) await Promise.all(sessions.slice(first, first + 4).map(round))
  expect(Math.min(outcomes.marked, outcomes.moved), JSON.stringify(outcomes)).toBeGreaterThan(rounds / 20)

  const [books] = await portal.run((tx) =>
    tx.query<Record<string, number>>(sql`
      select (select count(*)::int from class where course = ${course} and is_attendance_taken) as marked,
        (select count(*)::int from attendance join class on class.id = attendance.class
          where attendance.course = ${course} and class.is_attendance_taken) as rolls,
        (select count(*)::int from attendance where course = ${course}) as all_rolls,
        (select balance from wallet where member = ${member}) as balance,
        (select count(*)::int from class where course = ${course} and extract(dow from date) = 4) as moved`),
  )
  expect(books).toEqual({
    marked: outcomes.marked,
    rolls: outcomes.marked,
    allRolls: outcomes.marked,
    balance: (rounds - outcomes.marked) * credit,
    moved: outcomes.moved,
  })
  // Every week has exactly one class: the one marked or the one it was moved to.
  const dates = (await Promise.all(years.map((year) => classesOf(clerk, course, year)))).flat()
  expect(dates).toHaveLength(years.reduce((sum, year) => sum + weeklyDates(year, 2).length, 0))
  console.log(`reschedule against attendance: ${outcomes.marked} marked first, ${outcomes.moved} moved first`)
})
