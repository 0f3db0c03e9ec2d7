import type { HolidayTouch } from '@academy/contract/courses/preview.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CoursePlaces,
  classesOf,
  coursePlaces,
  newCourse,
  newYear,
} from '../../../test/support/courses/courses.ts'
import { datesOf, scheduleDesk } from '../../../test/support/courses/schedule.ts'
import { whenLockedOut } from '../../../test/support/platform/hold.ts'
import { type Client, type TestPortal, testEntry, testPortal, unknown } from '../../../test/support/portal.ts'

let portal: TestPortal
let clerk: Client
let places: CoursePlaces
let desk: ReturnType<typeof scheduleDesk>
let set: string
beforeEach(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  places = await coursePlaces(portal)
  desk = scheduleDesk(portal, clerk, places)
  const answer = await clerk.post('/holiday', { year: 2026, holiday: [day('2026-02-17', 'Chinese New Year')] })
  set = answer.json()._id
})
afterEach(() => portal.close())

const day = (date: string, holidayName = 'Election Day') => ({ date, holidayName })
const keep = async (...holiday: { date: string; holidayName: string }[]) => {
  const answer = await clerk.put(`/holiday/${set}`, { holiday })
  expect(answer.statusCode, answer.body).toBe(200)
}
const touched = async (holiday?: unknown, by = clerk): Promise<HolidayTouch> => {
  const answer = await by.post('/class/holiday/2026/touched', holiday ? { holiday } : {})
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const resolve = (body: unknown, by = clerk) => by.put('/class/holiday/2026', body)

test('an added holiday shows the classes of all courses, before and after it is stored, and takes them', async () => {
  const one = await desk.scheduled()
  const two = await desk.scheduled({ duration: '20:00 - 21:00' })
  const attended = (await two.classOn('2026-03-03'))._id
  await desk.attend(attended)
  const draft = [day('2026-02-17'), day('2026-03-03'), day('2026-03-04')]
  const before = await touched(draft)
  expect(before.classes).toMatchObject([
    { course: { _id: one.course }, date: '2026-03-03', duration: '18:00 - 19:00', holidayName: 'Election Day' },
    { course: { _id: two.course }, date: '2026-03-03', isAttendanceTaken: true },
  ])
  expect(before.freed).toEqual([])
  expect((await touched()).classes).toEqual([])
  await keep(...draft)
  expect(await touched()).toEqual(before)
  // All or nothing: one of them has attendance.
  const cancel = before.classes.map(({ _id }) => _id)
  expect((await resolve({ cancel })).statusCode).toBe(409)
  expect((await desk.yearOf(one.course)).pendingReplacementClass).toBe(1)
  const answer = await resolve({ cancel: cancel.filter((id) => id !== attended) })
  expect(answer.json()).toEqual({ cancelled: 1, broughtBack: 0 })
  expect(await desk.yearOf(one.course)).toMatchObject({
    totalClass: 50,
    pendingReplacementClassDate: ['2026-02-17', '2026-03-03'],
  })
  expect((await desk.yearOf(two.course)).totalClass).toBe(51)
})

test('a removed holiday gives back what it had taken, as it was', async () => {
  const { course, year, classOn } = await desk.scheduled()
  const edited = await classOn('2026-03-03')
  const own = { duration: '17:00 - 18:30', mainInstructor: [places.devi], remark: 'Grading' }
  await clerk.put(`/class/${edited._id}`, own)
  await keep(day('2026-02-17'), day('2026-03-03'))
  await resolve({ cancel: [edited._id] })
  // A class that staff cancelled on an ordinary day was not taken by a holiday.
  await clerk.delete(`/class/${(await classOn('2026-03-10'))._id}`)
  expect((await touched([])).freed.map(({ date }) => date)).toEqual(['2026-02-17', '2026-03-03'])
  await keep(day('2026-02-17'))
  const { freed } = await touched()
  expect(freed).toEqual([
    {
      course: { _id: course, name: expect.any(String) },
      scheduledYear: year._id,
      date: '2026-03-03',
      duration: '17:00 - 18:30',
      holidayName: 'Election Day',
    },
  ])
  const back = (date: string) => resolve({ bringBack: [{ scheduledYear: year._id, date }] })
  expect((await back('2026-02-17')).json().message).toMatch(/is still a holiday/)
  expect((await back('2026-03-10')).json().message).toMatch(/taken by a holiday/)
  // By the holidays of another year it would be none.
  const other = await clerk.put('/class/holiday/2027', { bringBack: [{ scheduledYear: year._id, date: '2026-02-17' }] })
  expect([other.statusCode, other.json().message]).toEqual([409, '17-02-2026 is not in 2027'])
  await clerk.put(`/coach/${places.devi}`, { isDisable: true })
  expect((await back('2026-03-03')).json().message).toBe('Coach Coach Devi is disabled')
  await clerk.put(`/coach/${places.devi}`, { isDisable: false })
  await clerk.put(`/course/${course}`, { isDisable: true })
  expect((await touched()).freed).toEqual([])
  expect((await back('2026-03-03')).json().message).toMatch(/^Taekwondo \d+ is disabled$/)
  await clerk.put(`/course/${course}`, { isDisable: false })
  expect((await back('2026-03-03')).json()).toEqual({ cancelled: 0, broughtBack: 1 })
  expect(await classOn('2026-03-03')).toMatchObject({
    duration: '17:00 - 18:30',
    mainInstructor: [{ name: 'Coach Devi' }],
    remark: 'Grading',
    isReplacement: false,
  })
  expect(await desk.yearOf(course)).toMatchObject({ pendingReplacementClassDate: ['2026-02-17', '2026-03-10'] })
  expect((await back('2026-03-03')).statusCode).toBe(409)
  expect((await touched()).freed).toEqual([])
})

test('a moved holiday takes one day and gives back the other in one step', async () => {
  const { course, year } = await desk.scheduled()
  await keep(day('2026-02-24'))
  const { classes, freed } = await touched()
  expect([classes.map(({ date }) => date), freed.map(({ date }) => date)]).toEqual([['2026-02-24'], ['2026-02-17']])
  const answer = await resolve({
    cancel: classes.map(({ _id }) => _id),
    bringBack: freed.map(({ date }) => ({ scheduledYear: year._id, date })),
  })
  expect(answer.json()).toEqual({ cancelled: 1, broughtBack: 1 })
  const dates = datesOf(await classesOf(clerk, course))
  expect([dates.includes('2026-02-17'), dates.includes('2026-02-24'), dates.length]).toEqual([true, false, 51])
  expect((await desk.yearOf(course)).pendingReplacementClassDate).toEqual(['2026-02-24'])
  expect(await touched()).toEqual({ classes: [], freed: [] })
})

test('only classes on holidays, and only those of the own centres', async () => {
  const { year, classOn } = await desk.scheduled()
  const elsewhere = await newCourse(clerk, places, { centre: places.ampang })
  await newYear(clerk, places, elsewhere._id)
  const ordinary = (await classOn('2026-03-10'))._id
  expect((await resolve({ cancel: [ordinary] })).json().message).toMatch(/10-03-2026 is no holiday of 2026/)
  await keep(day('2026-03-10'))
  expect((await touched()).classes).toHaveLength(2)
  const held = await portal.as({ scheduling: ['view', 'edit'] }, { centres: [places.ampang] })
  expect((await touched(undefined, held)).classes.map(({ course }) => course._id)).toEqual([elsewhere._id])
  expect((await resolve({ cancel: [ordinary] }, held)).statusCode).toBe(404)
  const bringBack = [{ scheduledYear: year._id, date: '2026-02-17' }]
  expect((await resolve({ bringBack }, held)).statusCode).toBe(404)
  for (const body of [{ cancel: 'x' }, { cancel: ['x'] }, { bringBack: [{}] }, { bringBack: [bringBack] }])
    expect((await resolve(body)).statusCode).toBe(400)
  expect((await resolve({ cancel: [unknown] })).statusCode).toBe(404)
})

test('a class that is moved off a holiday while the holiday takes it is kept', async () => {
  const { year, classOn } = await desk.scheduled()
  await keep(day('2026-03-10'))
  const moved = (await classOn('2026-03-10'))._id
  const waiting: { answer?: ReturnType<typeof resolve> } = {}
  await portal.run(async (tx) => {
    await tx.query(sql`select from course_year where id = ${year._id} for update`)
    await tx.change(testEntry, (on) =>
      on().updateTable('class').set({ date: '2026-03-11' }).where('id', '=', moved).execute(),
    )
    waiting.answer = resolve({ cancel: [moved] })
    await whenLockedOut(portal)
  })
  const answer = await waiting.answer
  expect([answer?.statusCode, answer?.json().message]).toEqual([409, '11-03-2026 is no holiday of 2026'])
  expect((await classOn('2026-03-11'))._id).toBe(moved)
})

test('of two classes of a day that a holiday took each is brought back as it was, alone or both', async () => {
  const { course, year } = await desk.scheduled()
  const march = '2026-03-03'
  const evening = { date: march, duration: '20:00 - 21:00', mainInstructor: [places.devi], remark: 'Grading' }
  const twice = async () => {
    await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [evening] })
    await keep(day('2026-02-17'), day(march))
    const cancel = (await touched()).classes.map(({ _id }) => _id)
    expect((await resolve({ cancel })).json()).toEqual({ cancelled: 2, broughtBack: 0 })
    await keep(day('2026-02-17'))
  }
  const standing = async () =>
    (await classesOf(clerk, course))
      .filter(({ date }: { date: string }) => date === march)
      .map(({ duration, mainInstructor, remark }: ClassSession) => [duration, mainInstructor[0]?.name, remark])
  const [first, second] = [
    ['18:00 - 19:00', 'Coach Tan', null],
    ['20:00 - 21:00', 'Coach Devi', 'Grading'],
  ]
  const back = (more: object) => resolve({ bringBack: [{ scheduledYear: year._id, date: march, ...more }] })
  await twice()
  expect((await touched()).freed).toMatchObject([
    { date: march, duration: '18:00 - 19:00', holidayName: 'Election Day' },
    { date: march, duration: '20:00 - 21:00', holidayName: 'Election Day' },
  ])
  expect((await back({ duration: '07:00 - 08:00' })).statusCode).toBe(409)
  expect((await back({})).json()).toEqual({ cancelled: 0, broughtBack: 2 })
  expect(await standing()).toEqual([first, second])
  expect((await desk.yearOf(course)).pendingReplacementClassDate).toEqual(['2026-02-17'])
  await twice()
  expect((await back({ duration: '18:00 - 19:00' })).json()).toEqual({ cancelled: 0, broughtBack: 1 })
  expect(await standing()).toEqual([first])
  expect((await touched()).freed).toMatchObject([{ date: march, duration: '20:00 - 21:00' }])
  expect((await desk.yearOf(course)).pendingReplacementClassDate).toEqual(['2026-02-17', march])
  // A class at the time of the other makes up for that one.
  await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [evening] })
  expect(await standing()).toEqual([first, second])
  expect((await touched()).freed).toEqual([])
  expect((await desk.yearOf(course)).pendingReplacementClassDate).toEqual(['2026-02-17'])
})

test('a 31 December whose replacement goes with a new plan was taken by its holiday still', async () => {
  // The schedule of a year begins with the last day of the year before.
  const { course, year } = await desk.scheduled({ year: 2027 })
  const eve = '2026-12-31'
  await clerk.post(`/class/schedule/${course}`, { year: 2027, schedule: [{ date: eve }] })
  await keep(day('2026-02-17'), day(eve, 'Last Day'))
  const cancel = (await touched()).classes.map(({ _id }) => _id)
  expect((await resolve({ cancel })).json()).toEqual({ cancelled: 1, broughtBack: 0 })
  const made = await clerk.post('/class', { course, year: 2027, date: '2027-01-10', replacementDate: eve })
  expect(made.statusCode, made.body).toBe(201)
  const schedule = { day: 2, duration: '18:00 - 19:00', mainInstructor: [places.tan] }
  const range = ['2027-01-09', '2027-01-11']
  const planned = await clerk.put('/class/batch/update', { course, year: 2027, range, schedule })
  expect(planned.json(), planned.body).toMatchObject({ pendingReplacementClassDate: [eve] })
  await keep(day('2026-02-17'))
  expect((await touched()).freed).toMatchObject([{ scheduledYear: year._id, date: eve, holidayName: 'Last Day' }])
})
