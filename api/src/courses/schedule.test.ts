import { isLeapYear, weekday, weeklyDates } from '@academy/contract/courses/calendar.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestPortal } from '../testing.ts'
import { testPortal } from '../testing.ts'
import { lockClass, setAttendanceTaken } from './courses.ts'
import type { CoursePlaces } from './testing-courses.ts'
import { classesOf, coursePlaces, newCourse, newYear, setHolidays } from './testing-courses.ts'

let portal: TestPortal
let clerk: Client
let places: CoursePlaces

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  places = await coursePlaces(portal)
  // Both holidays are Tuesdays.
  await setHolidays(clerk, 2026, ['2026-02-17', '2026-08-25', '2026-05-01'])
})
afterAll(() => portal.close())

interface Listed {
  _id: string
  date: string
}
const datesOf = (items: Listed[]) => items.map((each) => each.date)

/** A scheduled course of its own: its id, the year, a class by date. */
async function scheduled(more: Record<string, unknown> = {}) {
  const course = await newCourse(clerk, places)
  const year = await newYear(clerk, places, course._id, more)
  const classOn = async (date: string): Promise<Listed & Record<string, unknown>> =>
    (await classesOf(clerk, course._id, year.year)).find((each: Listed) => each.date === date)
  return { course: course._id, year, classOn }
}
/** As attendance does once it is taken. */
const attend = (id: string) =>
  portal.run(async (tx) => {
    await setAttendanceTaken(tx, await lockClass(tx, id), true)
  })
const yearOf = async (course: string) => (await clerk.get(`/course-scheduled-year?course=${course}`)).json().items[0]
const pattern = (more: Record<string, unknown> = {}) => ({
  day: 4,
  duration: '20:00 - 21:00',
  mainInstructor: [places.devi],
  ...more,
})

describe('assigning a year', () => {
  test('makes a class a week, holidays left out and waiting for a replacement', async () => {
    const { course, year } = await scheduled({ assistantInstructor: [places.devi] })
    expect(year).toMatchObject({
      year: 2026,
      day: 2,
      duration: '18:00 - 19:00',
      mainInstructor: [{ name: 'Coach Tan' }],
      assistantInstructor: [{ name: 'Coach Devi' }],
      totalClass: 50,
      pendingReplacementClass: 2,
      pendingReplacementClassDate: ['2026-02-17', '2026-08-25'],
      hasAttendance: false,
    })
    const items = await classesOf(clerk, course)
    expect(datesOf(items)).toEqual(
      weeklyDates(2026, 2).filter((date) => date !== '2026-02-17' && date !== '2026-08-25'),
    )
    expect(items[0]).toMatchObject({
      date: '2026-01-06',
      year: 2026,
      day: 2,
      duration: '18:00 - 19:00',
      isReplacement: false,
      isAttendanceTaken: false,
      replacementDate: null,
      holiday: null,
      mainInstructor: [{ name: 'Coach Tan' }],
    })
  })

  test('makes 53 classes in the years that have 53, a leap day among them', async () => {
    for (const year of [2024, 2025, 2028, 2032]) {
      const course = await newCourse(clerk, places)
      const first = weekday(`${year}-01-01`)
      for (const day of [first, (first + 1) % 7]) {
        if (day !== first && !isLeapYear(year)) continue
        const other = day === first ? course : await newCourse(clerk, places)
        expect((await newYear(clerk, places, other._id, { year, day })).totalClass).toBe(53)
      }
    }
    const course = await newCourse(clerk, places)
    expect((await newYear(clerk, places, course._id, { year: 2025, day: 0 })).totalClass).toBe(52)
    const leap = await newCourse(clerk, places)
    await newYear(clerk, places, leap._id, { year: 2028, day: 2 })
    expect(datesOf(await classesOf(clerk, leap._id, 2028))).toContain('2028-02-29')
  })

  test('happens once for a course and year, also when two clerks do it at once', async () => {
    const course = await newCourse(clerk, places)
    const body = { course: course._id, year: 2026, day: 1, duration: '18:00-19:00', mainInstructor: [places.tan] }
    const answers = await Promise.all([1, 2, 3, 4].map(() => clerk.post('/course-scheduled-year', body)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find((answer) => answer.statusCode === 409)?.json().message).toMatch(
      /scheduled for that year already/,
    )
    expect(await classesOf(clerk, course._id)).toHaveLength(52)
    expect((await clerk.post('/course-scheduled-year', { ...body, year: 2027 })).statusCode).toBe(201)
  })

  test('asks for what the form asks for', async () => {
    const course = await newCourse(clerk, places)
    const whole = { course: course._id, year: 2026, day: 2, duration: '18:00 - 19:00', mainInstructor: [places.tan] }
    const cases: [string, unknown, string][] = [
      ['mainInstructor', [], 'Main Instructor is required'],
      ['mainInstructor', undefined, 'Main Instructor is required'],
      ['day', undefined, 'Training day is required'],
      ['day', 7, 'Training day is required'],
      ['duration', undefined, 'Training Time Duration is required'],
      ['duration', '19:00 - 18:00', 'The end must be after the start'],
      ['course', 'x', 'Course is required'],
      ['year', null, 'Year is required'],
    ]
    for (const [field, value, message] of cases) {
      const answer = await clerk.post('/course-scheduled-year', { ...whole, [field]: value })
      expect([field, answer.statusCode]).toEqual([field, 400])
      expect(answer.json().details[0]).toEqual({ path: field, message })
    }
    const unknown = '01920000-0000-7000-8000-000000000000'
    const noCoach = await clerk.post('/course-scheduled-year', { ...whole, mainInstructor: [unknown] })
    expect([noCoach.statusCode, noCoach.json().details[0].path]).toEqual([400, 'mainInstructor'])
    const noCourse = await clerk.post('/course-scheduled-year', { ...whole, course: unknown })
    expect([noCourse.statusCode, noCourse.json().details[0].path]).toEqual([400, 'course'])
    await clerk.put(`/course/${course._id}`, { isDisable: true })
    expect((await clerk.post('/course-scheduled-year', whole)).statusCode).toBe(409)
    expect(await classesOf(clerk, course._id)).toEqual([])
  })
})

describe('changing a year', () => {
  test('moves time and instructors of the classes without attendance', async () => {
    const { course, year, classOn } = await scheduled()
    await attend((await classOn('2026-01-06'))._id)
    const answer = await clerk.put(`/course-scheduled-year/${year._id}`, {
      duration: '19:00 - 20:30',
      mainInstructor: [places.devi],
    })
    expect(answer.json()).toMatchObject({ duration: '19:00 - 20:30', totalClass: 50, hasAttendance: true })
    const items = await classesOf(clerk, course)
    expect(items[0]).toMatchObject({ duration: '18:00 - 19:00', mainInstructor: [{ name: 'Coach Tan' }] })
    expect(items[1]).toMatchObject({ duration: '19:00 - 20:30', mainInstructor: [{ name: 'Coach Devi' }] })
  })

  test('is replaced as a whole by Reassign', async () => {
    const { course, year } = await scheduled()
    const answer = await clerk.post(`/course-scheduled-year/${year._id}/${course}`, pattern({ day: 5 }))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      day: 5,
      duration: '20:00 - 21:00',
      totalClass: 51,
      pendingReplacementClassDate: ['2026-05-01'],
    })
    const items = await classesOf(clerk, course)
    expect(datesOf(items)).toEqual(weeklyDates(2026, 5).filter((date) => date !== '2026-05-01'))
    const other = await newCourse(clerk, places)
    expect((await clerk.post(`/course-scheduled-year/${year._id}/${other._id}`, pattern())).statusCode).toBe(404)
  })

  test('is not reassigned once any class has attendance', async () => {
    const { course, year, classOn } = await scheduled()
    await attend((await classOn('2026-03-03'))._id)
    const answer = await clerk.post(`/course-scheduled-year/${year._id}/${course}`, pattern())
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/Attendance of this year has been taken already/)
    expect(await yearOf(course)).toMatchObject({ day: 2, totalClass: 50, hasAttendance: true })
  })

  test('is given other dates in a range, attended classes left as they are', async () => {
    const { course, year, classOn } = await scheduled()
    const attended = await classOn('2026-06-09')
    await attend(attended._id)
    const answer = await clerk.put('/class/batch/update', {
      course,
      year: 2026,
      range: ['2026-06-01', '2026-06-30'],
      schedule: pattern(),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ _id: year._id, day: 2, totalClass: 49 })
    const june = (await classesOf(clerk, course)).filter((each: Listed) => each.date.startsWith('2026-06'))
    // Thursdays, but none in the week whose Tuesday was attended.
    expect(datesOf(june)).toEqual(['2026-06-04', '2026-06-09', '2026-06-18', '2026-06-25'])
    expect(june[1]).toEqual({ ...attended, isAttendanceTaken: true })
    expect(june[0]).toMatchObject({ duration: '20:00 - 21:00', mainInstructor: [{ name: 'Coach Devi' }] })
  })

  test('counts pending dates anew inside the range only', async () => {
    const { course, classOn } = await scheduled()
    await clerk.delete(`/class/${(await classOn('2026-04-28'))._id}`)
    await clerk.delete(`/class/${(await classOn('2026-07-07'))._id}`)
    const answer = await clerk.put('/class/batch/update', {
      course,
      year: 2026,
      range: ['2026-04-01', '2026-05-31'],
      schedule: pattern({ day: 5 }),
    })
    expect(answer.json().pendingReplacementClassDate).toEqual(['2026-02-17', '2026-05-01', '2026-07-07', '2026-08-25'])
    expect(answer.json().pendingReplacementClass).toBe(4)
  })

  test('gives a week that was made up for no class again', async () => {
    const { course } = await scheduled()
    const made = await clerk.post('/class', { course, year: 2026, date: '2026-09-05', replacementDate: '2026-08-25' })
    await attend(made.json()._id)
    const body = { course, year: 2026, range: ['2026-08-23', '2026-09-12'], schedule: pattern() }
    const answer = await clerk.put('/class/batch/update', body)
    expect(answer.json().pendingReplacementClassDate).toEqual(['2026-02-17'])
    const dates = datesOf(await classesOf(clerk, course)).filter((date) => date >= '2026-08-23' && date <= '2026-09-12')
    expect(dates).toEqual(['2026-09-03', '2026-09-05', '2026-09-10'])
  })

  test('puts back the date of a replacement that a batch update takes away', async () => {
    const { course } = await scheduled()
    await clerk.post('/class', { course, year: 2026, date: '2026-03-07', replacementDate: '2026-02-17' })
    const body = { course, year: 2026, range: ['2026-03-01', '2026-03-31'], schedule: pattern({ day: 2 }) }
    const answer = await clerk.put('/class/batch/update', body)
    expect(answer.json()).toMatchObject({ totalClass: 50, pendingReplacementClassDate: ['2026-02-17', '2026-08-25'] })
  })

  test('wants a range between the end of the prior year and the end of the year', async () => {
    const { course } = await scheduled()
    const send = (range: unknown, year = 2026) =>
      clerk.put('/class/batch/update', { course, year, range, schedule: pattern() })
    for (const range of [
      ['2025-12-30', '2026-01-31'],
      ['2026-12-01', '2027-01-01'],
      ['2026-02-02', '2026-02-01'],
    ]) {
      const answer = await send(range)
      expect([range, answer.statusCode, answer.json().details[0].path]).toEqual([range, 400, 'range'])
    }
    for (const range of [undefined, null, [], ['2026-01-01'], 'x']) {
      const answer = await send(range)
      expect([range, answer.statusCode, answer.json().message]).toEqual([range, 400, 'Apply Range is required'])
    }
    expect((await send(['2025-12-31', '2026-12-31'])).statusCode).toBe(200)
    const unscheduled = await send(['2027-01-01', '2027-01-31'], 2027)
    expect(unscheduled.statusCode).toBe(409)
    expect(unscheduled.json().message).toBe('Please assign a class schedule before selecting a date.')
  })
})

describe('single classes', () => {
  test('cancelled leave their date pending, and a replacement takes it', async () => {
    const { course, classOn } = await scheduled()
    const cancelled = await classOn('2026-03-03')
    expect((await clerk.delete(`/class/${cancelled._id}`)).json()).toEqual({ _id: cancelled._id })
    const pending = ['2026-02-17', '2026-03-03', '2026-08-25']
    expect(await yearOf(course)).toMatchObject({ totalClass: 49, pendingReplacementClassDate: pending })
    const made = await clerk.post('/class', {
      course,
      year: 2026,
      date: '2026-03-07',
      replacementDate: '2026-03-03',
      duration: '10:00 - 11:00',
      mainInstructor: [places.aminah],
      remark: 'Hall was closed',
    })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({
      date: '2026-03-07',
      isReplacement: true,
      replacementDate: '2026-03-03',
      duration: '10:00 - 11:00',
      mainInstructor: [{ name: 'Coach Aminah' }],
      remark: 'Hall was closed',
    })
    expect(await yearOf(course)).toMatchObject({ totalClass: 50, pendingReplacementClass: 2 })
    expect((await clerk.delete(`/class/${made.json()._id}`)).statusCode).toBe(200)
    expect(await yearOf(course)).toMatchObject({ totalClass: 49, pendingReplacementClassDate: pending })
    expect((await clerk.delete(`/class/${made.json()._id}`)).statusCode).toBe(404)
  })

  test('replace only what is pending, and each date once', async () => {
    const { course } = await scheduled()
    const send = (more: object) => clerk.post('/class', { course, year: 2026, date: '2026-03-07', ...more })
    const wrong = await send({ replacementDate: '2026-03-10' })
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([409, 'replacementDate'])
    const at = (duration: string) => send({ replacementDate: '2026-02-17', duration })
    const answers = await Promise.all(['09:00 - 10:00', '10:00 - 11:00', '11:00 - 12:00'].map(at))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409])
    expect(await yearOf(course)).toMatchObject({ totalClass: 51, pendingReplacementClassDate: ['2026-08-25'] })
  })

  test('take the date that waits longest when none is named, the text null included', async () => {
    const { course } = await scheduled()
    const first = await clerk.post('/class', { course, year: 2026, date: '2026-03-07', replacementDate: 'null' })
    expect(first.json().replacementDate).toBe('2026-02-17')
    const second = await clerk.post('/class', { course, year: 2026, date: '2026-03-08' })
    expect(second.json().replacementDate).toBe('2026-08-25')
    const third = await clerk.post('/class', { course, year: 2026, date: '2026-03-09', replacementDate: null })
    expect(third.json()).toMatchObject({ isReplacement: true, replacementDate: null })
    expect(await yearOf(course)).toMatchObject({ totalClass: 53, pendingReplacementClass: 0 })
  })

  test('fall on a holiday only when staff insist', async () => {
    const { course } = await scheduled()
    const body = { course, year: 2026, date: '2026-05-01', replacementDate: '2026-02-17' }
    const refused = await clerk.post('/class', body)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('01-05-2026 is a holiday: Holiday 3')
    const made = await clerk.post('/class', { ...body, force: true })
    expect(made.json()).toMatchObject({ date: '2026-05-01', holiday: 'Holiday 3' })
  })

  test('are edited: date, time, instructors, remark, and the date they make up for', async () => {
    const { course, classOn } = await scheduled()
    const { _id } = await classOn('2026-03-03')
    const edited = await clerk.put(`/class/${_id}`, {
      date: '2026-03-04',
      duration: '17:00 - 18:00',
      mainInstructor: [places.devi],
      assistantInstructor: [places.tan],
      remark: 'Moved',
      replacementDate: 'null',
    })
    expect(edited.json()).toMatchObject({
      date: '2026-03-04',
      duration: '17:00 - 18:00',
      remark: 'Moved',
      isReplacement: false,
      replacementDate: null,
    })
    expect((await clerk.put(`/class/${_id}`, { date: '2026-05-01' })).statusCode).toBe(409)
    expect((await clerk.put(`/class/${_id}`, { date: '2027-01-01' })).statusCode).toBe(400)
    for (const remark of ['a\0b', 'turned \u202e around', 'x'.repeat(201), 5]) {
      const refused = await clerk.put(`/class/${_id}`, { remark })
      expect([remark, refused.statusCode, refused.json().details[0].path]).toEqual([remark, 400, 'remark'])
    }
    const clash = await clerk.put(`/class/${_id}`, { date: '2026-03-10', duration: '18:00 - 19:00' })
    expect([clash.statusCode, clash.json().details[0].path]).toEqual([409, 'date'])
    await clerk.put(`/class/${_id}`, { replacementDate: '2026-02-17' })
    expect(await yearOf(course)).toMatchObject({ pendingReplacementClassDate: ['2026-08-25'] })
    await clerk.put(`/class/${_id}`, { replacementDate: '2026-08-25' })
    expect(await yearOf(course)).toMatchObject({ pendingReplacementClassDate: ['2026-02-17'] })
    const freed = await clerk.put(`/class/${_id}`, { replacementDate: null })
    expect(freed.json()).toMatchObject({ isReplacement: true, replacementDate: null, remark: 'Moved' })
    expect(await yearOf(course)).toMatchObject({ pendingReplacementClass: 2 })
  })

  test('with attendance are neither changed nor cancelled', async () => {
    const { classOn } = await scheduled()
    const { _id } = await classOn('2026-03-03')
    await attend(_id)
    const changed = await clerk.put(`/class/${_id}`, { remark: 'x' })
    expect(changed.statusCode).toBe(409)
    expect(changed.json().message).toMatch(/on 03-03-2026 has been taken, so it cannot be changed/)
    expect((await clerk.delete(`/class/${_id}`)).statusCode).toBe(409)
  })
})

describe('extra dates', () => {
  test('join the year, and a pending one waits no longer', async () => {
    const { course } = await scheduled()
    const answer = await clerk.post(`/class/schedule/${course}`, {
      year: 2026,
      schedule: [{ date: '2026-04-04' }, { date: '2026-02-17', force: true, remark: 'Lion dance' }],
    })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({
      total: 2,
      items: [
        { date: '2026-02-17', isReplacement: false, remark: 'Lion dance', holiday: 'Holiday 1' },
        { date: '2026-04-04', duration: '18:00 - 19:00', mainInstructor: [{ name: 'Coach Tan' }] },
      ],
    })
    expect(await yearOf(course)).toMatchObject({ totalClass: 52, pendingReplacementClassDate: ['2026-08-25'] })
  })

  test('are added all or none: no second class at that time, none outside of the year', async () => {
    const { course } = await scheduled()
    const send = (schedule: unknown, year = 2026) => clerk.post(`/class/schedule/${course}`, { year, schedule })
    const cases: [unknown, number][] = [
      [[{ date: '2026-04-04' }, { date: '2026-01-06' }], 409],
      [[{ date: '2026-04-04' }, { date: '2026-04-04' }], 409],
      [[{ date: '2026-04-04' }, { date: '2026-05-01' }], 409],
      [[{ date: '2026-04-04' }, { date: '2027-01-01' }], 400],
      [[{ date: '2026-02-30' }], 400],
      [[], 400],
      [undefined, 400],
    ]
    for (const [schedule, status] of cases)
      expect([schedule, (await send(schedule)).statusCode]).toEqual([schedule, status])
    expect((await send([{ date: '2027-04-04' }], 2027)).statusCode).toBe(409)
    expect(await yearOf(course)).toMatchObject({ totalClass: 50 })
    const sameDay = await send([{ date: '2026-01-06', duration: '20:00 - 21:00', mainInstructor: [places.devi] }])
    expect(sameDay.statusCode).toBe(201)
    expect(sameDay.json().items[0].warnings).toEqual([
      expect.stringMatching(/has another class the same day: 06-01-2026, 18:00 - 19:00$/),
    ])
  })
})

test('a course that does not exist is 404 in the path and 400 in the body', async () => {
  const course = '01920000-0000-7000-8000-000000000000'
  const dates = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [{ date: '2026-04-04' }] })
  expect(dates.statusCode).toBe(404)
  const batch = { course, year: 2026, range: ['2026-01-01', '2026-01-31'], schedule: pattern() }
  const answers = [
    await clerk.put('/class/batch/update', batch),
    await clerk.post('/class', { course, year: 2026, date: '2026-04-04' }),
  ]
  for (const answer of answers) expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'course'])
  for (const path of [course, 'x', '%00'])
    expect((await clerk.put(`/class/${path}`, { remark: 'x' })).statusCode).toBe(404)
})

describe('an instructor in two places', () => {
  test('is said, not refused', async () => {
    const one = await newCourse(clerk, places, { name: 'Judo' })
    const two = await newCourse(clerk, places, { name: 'Karate' })
    const by = { mainInstructor: [places.aminah], year: 2027 }
    await newYear(clerk, places, one._id, { ...by, duration: '18:00 - 19:00' })
    const second = await newYear(clerk, places, two._id, { ...by, duration: '18:30 - 19:30' })
    expect(second.warnings).toEqual([
      'Coach Aminah also teaches Judo at that time: 52 days, first on 05-01-2027, 18:00 - 19:00',
    ])
    const [session] = await classesOf(clerk, two._id, 2027)
    expect(session.warnings).toEqual(['Coach Aminah also teaches Judo at that time: 05-01-2027, 18:00 - 19:00'])
    const after = await clerk.put(`/course-scheduled-year/${second._id}`, { duration: '19:00 - 20:00' })
    expect(after.json().warnings).toEqual([])
  })
})

describe('the lists', () => {
  test('of years and classes are filtered and paged', async () => {
    const { course, year } = await scheduled({ mainInstructor: [places.devi], assistantInstructor: [places.aminah] })
    const ids = async (query: string) =>
      (await clerk.get(`/course-scheduled-year?course=${course}&${query}`)).json().items.map((each: Listed) => each._id)
    expect(await ids(`year=2026&instructor=${places.aminah}&courseIsDisable=false`)).toEqual([year._id])
    expect(await ids('year=2027')).toEqual([])
    expect(await ids(`instructor=${places.tan}`)).toEqual([])
    expect(await ids('courseIsDisable=true')).toEqual([])
    const classes = async (query: string) => (await clerk.get(`/class?course=${course}&${query}`)).json()
    expect(await classes('month=3&year=2026')).toMatchObject({ total: 5 })
    expect(await classes('date=2026-03-03')).toMatchObject({ total: 1 })
    expect((await classes('limit=2&sort=-date')).items.map((each: Listed) => each.date)).toEqual([
      '2026-12-29',
      '2026-12-22',
    ])
    for (const query of ['month=13', 'date=2026-02-30', 'year=x', 'year=99999999999', 'sort=remark', 'course=1'])
      expect([query, (await clerk.get(`/class?${query}`)).statusCode]).toEqual([query, 400])
  })

  test('show a caller with centres only those, and by id answer 404', async () => {
    const { course, year, classOn } = await scheduled()
    const { _id } = await classOn('2026-03-03')
    const permissions = { scheduling: ['view', 'edit'] }
    const there = await portal.as(permissions, { centres: [places.ampang] })
    expect((await there.get(`/class?course=${course}`)).json().total).toBe(0)
    expect((await there.get(`/course-scheduled-year?course=${course}`)).json().total).toBe(0)
    expect((await there.put(`/class/${_id}`, { remark: 'x' })).statusCode).toBe(404)
    expect((await there.delete(`/class/${_id}`)).statusCode).toBe(404)
    expect((await there.put(`/course-scheduled-year/${year._id}`, {})).statusCode).toBe(404)
    const here = await portal.as(permissions, { centres: [places.cheras] })
    expect((await here.get(`/class?course=${course}`)).json().total).toBe(50)
  })
})
