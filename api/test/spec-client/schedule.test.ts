/** Section 7, course-scheduled-year and class. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Academy, assignYear, buildAcademy, buildCourse, type Document } from './academy.ts'
import { allManners, type Fields, type SpecificationClient } from './client.ts'
import { startPortal, year } from './start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
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

describe('batch update', () => {
  let course: Document
  beforeAll(async () => {
    course = await buildCourse(admin, academy)
    await assignYear(admin, academy, course)
  })
  const pattern = () => ({ duration: '20:00 - 21:00', mainInstructor: [academy.coach._id], assistantInstructor: [] })
  const batch = (more: Fields) => ({
    course: course._id,
    year,
    range: ['2026-12-01', '2026-12-31'],
    schedule: { ...pattern(), day: 4 },
    ...more,
  })
  const december = async () => (await classesOf(course, { month: 12 })).map(({ date }) => date.slice(8))

  test.each([
    ['2026-12-01 - 2026-12-31'],
    ['01-12-2026 - 31-12-2026'],
    ['2026-12-01,2026-12-31'],
    [{ start: '2026/12/01', end: '2026/12/31' }],
    [['2026-11-30T16:00:00.000Z', '2026-12-30T16:00:00.000Z']],
  ])('takes the range %j', async (range) => {
    await admin.put('/class/batch/update', batch({ range }))
    expect(await december()).toEqual(['03', '10', '17', '24', '31'])
  })

  test('takes the list of classes that a client has counted itself, if they are the ones that come', async () => {
    const listed = (days: string[]) =>
      days.map((day) => ({ ...pattern(), course: course._id, year, day: 1, date: `${day}-12-2026` }))
    const mondays = ['07', '14', '21', '28']
    await admin.put('/class/batch/update', batch({ schedule: listed(mondays) }))
    expect(await december()).toEqual(mondays)
    for (const [days, named] of [
      [mondays.slice(1), '07-12-2026'],
      [[...mondays, '35'], undefined],
    ] as const) {
      const refusal = await admin.refused('PUT', '/class/batch/update', batch({ schedule: listed([...days]) }))
      if (named) expect(refusal).toMatchObject({ statusCode: 409, message: expect.stringContaining(named) })
      else expect(refusal.statusCode).toBe(400)
    }
    const early = { ...listed(mondays)[0], date: '30-11-2026' }
    const outside = batch({ schedule: [early, ...listed(mondays)] })
    expect((await admin.refused('PUT', '/class/batch/update', outside)).message).toContain('30-11-2026')
    const [first, ...rest] = listed(mondays)
    for (const odd of [
      { date: '2026-12-08' },
      { day: 2, date: '2026-12-08' },
      { duration: '08:00 - 09:00' },
      { duration: null },
    ])
      expect(
        (await admin.refused('PUT', '/class/batch/update', batch({ schedule: [...rest, { ...first, ...odd }] })))
          .statusCode,
      ).toBe(400)
    expect((await admin.refused('PUT', '/class/batch/update', batch({ schedule: [] }))).statusCode).toBe(400)
    expect(await december()).toEqual(mondays)
  })

  test('asks for the range and the pattern in the words of the form', async () => {
    for (const range of [undefined, null, '', [], ['2026-12-01']])
      expect((await admin.refused('PUT', '/class/batch/update', batch({ range }))).message).toBe(
        'Apply Range is required',
      )
    expect(
      (await admin.refused('PUT', '/class/batch/update', batch({ range: ['2027-12-01', '2027-12-31'] }))).statusCode,
    ).toBe(400)
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

test.each(['as one id', 'joined with commas', 'as JSON text'])('the instructors of a year come %s', async (way) => {
  const all = [academy.coach._id, academy.assistant._id]
  const sent = way === 'as one id' ? all[0] : way === 'as JSON text' ? JSON.stringify(all) : all.join(',')
  const made = await assignYear(admin, academy, await buildCourse(admin, academy), { mainInstructor: sent })
  expect(ids(made.mainInstructor).toSorted()).toEqual(way === 'as one id' ? [all[0]] : all.toSorted())
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
