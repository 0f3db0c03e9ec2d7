/** Section 7, course-scheduled-year, class and holiday. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Academy, assignYear, buildAcademy, buildCourse, type Document } from './testing-academy.ts'
import { allManners, type Fields, type SpecificationClient } from './testing-client.ts'
import { startPortal, year } from './testing-start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  const started = await startPortal()
  admin = started.admin
  close = started.close
  academy = await buildAcademy(admin)
})
afterAll(() => close())

const jsonManners = allManners.filter(([, { bodies }]) => bodies === 'JSON')
const classesOf = async (course: Document, more: Fields = {}) =>
  (await admin.get('/class', { course: course._id, year, limit: 1000, ...more })).items as (Document & {
    date: string
    duration: string
    isReplacement: boolean
  })[]
const yearOf = async (course: Document) =>
  (
    await admin.get('/course-scheduled-year', {
      offset: 0,
      limit: 50,
      year,
      course: course._id,
      courseIsDisable: false,
    })
  ).items[0]
const ids = (list: Document[]) => list.map(({ _id }) => _id)

describe.each(jsonManners)('in %s', (_, manners) => {
  test('a year is planned, one replacement class is made for the day a class fell out', async () => {
    const client = admin.writing(manners)
    const course = await buildCourse(client, academy)
    await assignYear(client, academy, course, { pendingReplacementClass: 0, pendingReplacementClassDate: '' })
    const before = await classesOf(course)
    const gone = before.find(({ date }) => date === '2026-12-08')
    await client.delete(`/class/${gone?._id}`)
    expect(await yearOf(course)).toMatchObject({
      pendingReplacementClass: 1,
      pendingReplacementClassDate: ['2026-12-08'],
    })
    const made = await client.post('/class', {
      course: course._id,
      year,
      date: client.day('2026-12-10'),
      duration: '20:00 - 21:00',
      mainInstructor: [academy.coach._id],
      assistantInstructor: [],
      isReplacement: true,
      replacementDate: client.day('2026-12-08'),
      remark: 'Instead of Tuesday',
    })
    expect(made).toMatchObject({ date: '2026-12-10', isReplacement: true, replacementDate: '2026-12-08' })
    expect(await yearOf(course)).toMatchObject({ pendingReplacementClass: 0, pendingReplacementClassDate: [] })
    // One class, by its day in this format.
    expect(ids(await classesOf(course, { date: client.day('2026-12-10') }))).toEqual([made._id])

    // Its fields, the whole document, and the day it stands for as the text null.
    const moved = await client.put(`/class/${made._id}`, {
      ...made,
      date: client.day('2026-12-11'),
      duration: '19:30 - 20:30',
    })
    expect(moved).toMatchObject({ date: '2026-12-11', duration: '19:30 - 20:30', replacementDate: '2026-12-08' })
    const freed = await client.put(`/class/${made._id}`, {
      year,
      course: course._id,
      date: client.day('2026-12-11'),
      remark: 'Extra',
      replacementDate: 'null',
    })
    expect(freed).toMatchObject({ date: '2026-12-11', remark: 'Extra', replacementDate: null })
  })

  test('batch update applies to the range alone', async () => {
    const client = admin.writing(manners)
    const course = await buildCourse(client, academy)
    await assignYear(client, academy, course)
    const body = {
      course: course._id,
      year,
      schedule: {
        day: 4,
        duration: '20:00 - 21:30',
        mainInstructor: [academy.assistant._id],
        assistantInstructor: [],
      },
      range: [client.day('2026-12-01'), client.day('2026-12-31')],
      pendingReplacementClass: 0,
      pendingReplacementClassDate: '',
    }
    await client.put('/class/batch/update', body)
    const after = await classesOf(course)
    const december = after.filter(({ date }) => date >= '2026-12-01').map(({ date, duration }) => [date, duration])
    expect(december).toEqual(['03', '10', '17', '24', '31'].map((day) => [`2026-12-${day}`, '20:00 - 21:30']))
    expect(after.find(({ date }) => date === '2026-11-24')?.duration).toBe('18:00 - 19:00')
  })
})

test('a year is assigned by the two calls, with holidays as pending replacement classes', async () => {
  const next = year + 1
  await admin.post('/holiday', {
    year: next,
    holiday: [{ holidayName: 'New Year', date: `${next}-01-01` }],
    isDisable: false,
  })
  const course = await buildCourse(admin, academy)
  // 1 January 2027 is a Friday; the client has left the holiday out and says so.
  const fridays = Array.from({ length: 52 }, (_, week) =>
    new Date(Date.UTC(next, 0, 8 + 7 * week)).toISOString().slice(0, 10),
  ).filter((date) => date.startsWith(String(next)))
  const plan = {
    year: next,
    day: 5,
    duration: '18:00 - 19:00',
    mainInstructor: [academy.coach._id],
    assistantInstructor: [academy.assistant._id],
  }
  const made = await admin.post('/course-scheduled-year', {
    ...plan,
    course: course._id,
    pendingReplacementClass: 1,
    pendingReplacementClassDate: `${next}-01-01`,
  })
  expect(made).toMatchObject({ pendingReplacementClass: 1, pendingReplacementClassDate: [`${next}-01-01`] })
  await admin.post(`/class/schedule/${course._id}`, {
    year: next,
    schedule: fridays.map((date) => ({ ...plan, date, course: course._id })),
  })
  const classes = (await admin.get('/class', { course: course._id, year: next, limit: 1000 })).items
  expect(classes.map(({ date }: { date: string }) => date).toSorted()).toEqual(fridays)
})

test('the year is listed by instructor, updated by id and re-scheduled with POST', async () => {
  const course = await buildCourse(admin, academy)
  const made = await assignYear(admin, academy, course)
  const filters = { offset: 0, limit: 50, year, instructor: academy.assistant._id, courseIsDisable: false }
  expect(ids((await admin.get('/course-scheduled-year', filters)).items)).toContain(made._id)
  expect(
    (await admin.get('/course-scheduled-year', { ...filters, instructor: admin.token && academy.sport._id })).total,
  ).toBe(0)

  const changed = await admin.put(`/course-scheduled-year/${made._id}`, { ...made, duration: '19:00 - 20:00' })
  expect(changed).toMatchObject({ _id: made._id, duration: '19:00 - 20:00', day: 2 })

  await admin.post(`/course-scheduled-year/${made._id}/${course._id}`, {
    year,
    course: course._id,
    day: '3',
    duration: '17:00 - 18:00',
    mainInstructor: [{ _id: academy.coach._id, name: 'Farid bin Osman' }],
    assistantInstructor: null,
    pendingReplacementClass: 0,
    pendingReplacementClassDate: '2026-01-07 - 2026-01-14',
  })
  const classes = await classesOf(course)
  expect(new Set(classes.map(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay()))).toEqual(new Set([3]))
  // What the client says of pending classes is counted anew.
  expect(await yearOf(course)).toMatchObject({ day: 3, pendingReplacementClass: 0, pendingReplacementClassDate: [] })
})

test('classes are listed by month', async () => {
  const course = await buildCourse(admin, academy)
  await assignYear(admin, academy, course)
  for (const month of [12, '12', '2026-12']) {
    const { data, refusal } = await admin.attempt(
      'GET',
      `/class?course=${course._id}&year=${year}&month=${month}&limit=1000`,
    )
    if (refusal) expect([month, refusal.statusCode]).toEqual(['2026-12', 400])
    else expect(data.items.map(({ date }: { date: string }) => date.slice(0, 7))).toEqual(Array(5).fill('2026-12'))
  }
})

test('scheduling form: instructor, day and duration are required in its words', async () => {
  const course = await buildCourse(admin, academy)
  for (const [field, message] of [
    ['mainInstructor', 'Main Instructor is required'],
    ['day', 'Training day is required'],
    ['duration', expect.any(String)],
  ])
    for (const empty of [undefined, null]) {
      const body = {
        course: course._id,
        year,
        day: 2,
        duration: '18:00 - 19:00',
        mainInstructor: [academy.coach._id],
        [field]: empty,
      }
      expect((await admin.refused('POST', '/course-scheduled-year', body)).details).toEqual([{ path: field, message }])
    }
})

describe('holidays', () => {
  test.each(jsonManners)('a set of a year is written in %s and read by year', async (_, manners) => {
    const client = admin.writing(manners)
    const its = manners.days === 'DD-MM-YYYY' ? 2030 : 2031
    const body = {
      year: its,
      isDisable: false,
      holiday: [{ holidayName: 'Merdeka', date: client.day(`${its}-08-31`) }],
    }
    const made = await client.post('/holiday', body)
    expect(await client.get(`/holiday/get-by-year/${body.year}`)).toMatchObject({
      year: body.year,
      holiday: [{ holidayName: 'Merdeka', date: `${body.year}-08-31` }],
    })
    await client.put(`/holiday/${made._id}`, {
      ...made,
      holiday: [...made.holiday, { holidayName: 'Labour Day', date: client.day(`${body.year}-05-01`) }],
    })
    expect((await client.get(`/holiday/${made._id}`)).holiday).toHaveLength(2)
  })

  test('all dates must fall within the year; name and date are required', async () => {
    const refusal = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: 'New Year', date: '2041-01-01' }],
    })
    expect(JSON.stringify(refusal)).toContain('All holiday dates must fall within the year 2040.')
    const nameless = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: '', date: '2040-01-01' }],
    })
    expect(nameless.details).toMatchObject([{ message: 'Holiday name is required' }])
    const dateless = await admin.refused('POST', '/holiday', {
      year: 2040,
      holiday: [{ holidayName: 'New Year', date: null }],
    })
    expect(dateless.details).toMatchObject([{ message: 'Holiday date is required' }])
  })

  test('a year without holidays is an empty answer and no failure of the calendar', async () => {
    const { data, refusal } = await admin.attempt('GET', '/holiday/get-by-year/2055')
    expect(refusal).toBeUndefined()
    expect(data?.holiday ?? []).toEqual([])
  })
})
