import { isLeapYear, weekday, weeklyDates } from '@academy/contract/courses/calendar.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, newCourse, newYear, setHolidays } from '../../../test/support/courses/courses.ts'
import { datesOf, type Listed, openScheduleDesk } from '../../../test/support/courses/schedule.ts'
import { unknown } from '../../../test/support/portal.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
// Both holidays are Tuesdays.
await setHolidays(clerk, 2026, ['2026-02-17', '2026-08-25', '2026-05-01'])
afterAll(() => portal.close())

test('no class is made for a disabled course; those that it has can be changed and cancelled', async () => {
  const { course, year } = await desk.scheduled()
  const [first, second] = await classesOf(clerk, course)
  await clerk.delete(`/class/${first._id}`)
  expect((await clerk.put(`/course/${course}`, { isDisable: true })).statusCode).toBe(200)
  const pattern = { day: 3, duration: '18:00 - 19:00', mainInstructor: [places.devi] }
  const calls = [
    clerk.post('/course-scheduled-year', { course, year: 2027, ...pattern }),
    clerk.put(`/course-scheduled-year/${year._id}`, { day: 3 }),
    clerk.put('/class/batch/update', { course, year: 2026, range: ['2026-12-01', '2026-12-31'], schedule: pattern }),
    clerk.post('/class', { course, year: 2026, date: '2026-12-29' }),
    clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [{ date: '2026-12-30' }] }),
  ]
  for (const call of calls) {
    const answer = await call
    expect([answer.statusCode, answer.json().message], answer.body).toEqual([
      409,
      expect.stringMatching(/ is disabled$/),
    ])
  }
  expect((await clerk.put(`/class/${second._id}`, { remark: 'Last one' })).statusCode).toBe(200)
  expect((await clerk.delete(`/class/${second._id}`)).statusCode).toBe(200)
})

describe('assigning a year', () => {
  test('makes a class a week, holidays left out and waiting for a replacement', async () => {
    const { course, year } = await desk.scheduled({ assistantInstructor: [places.devi] })
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
    const { course, year, classOn } = await desk.scheduled()
    await desk.attend((await classOn('2026-01-06'))._id)
    const answer = await clerk.put(`/course-scheduled-year/${year._id}`, {
      duration: '19:00 - 20:30',
      mainInstructor: [places.devi],
    })
    expect(answer.json()).toMatchObject({ duration: '19:00 - 20:30', totalClass: 50, hasAttendance: true })
    const items = await classesOf(clerk, course)
    expect(items[0]).toMatchObject({ duration: '18:00 - 19:00', mainInstructor: [{ name: 'Coach Tan' }] })
    expect(items[1]).toMatchObject({ duration: '19:00 - 20:30', mainInstructor: [{ name: 'Coach Devi' }] })
  })

  test('leaves a class the time and the coach that it was given itself', async () => {
    const { course, year, classOn } = await desk.scheduled()
    const own = await classOn('2026-01-13')
    const given = { duration: '15:00 - 16:00', mainInstructor: [places.devi] }
    expect((await clerk.put(`/class/${own._id}`, given)).statusCode).toBe(200)
    const { items } = (await clerk.get(`/course-scheduled-year?course=${course}&year=2026`)).json()
    expect((await clerk.put(`/course-scheduled-year/${year._id}`, items[0])).statusCode).toBe(200)
    const of = async (date: string) => {
      const { duration, mainInstructor } = (await clerk.get(`/class/${(await classOn(date))._id}`)).json()
      return [duration, mainInstructor[0].name]
    }
    expect(await of('2026-01-13')).toEqual(['15:00 - 16:00', 'Coach Devi'])
    const moved = { duration: '19:00 - 20:00', mainInstructor: [places.aminah] }
    expect((await clerk.put(`/course-scheduled-year/${year._id}`, moved)).statusCode).toBe(200)
    expect(await of('2026-01-13')).toEqual(['15:00 - 16:00', 'Coach Devi'])
    expect(await of('2026-01-20')).toEqual(['19:00 - 20:00', 'Coach Aminah'])
  })

  test('changes its time also where a day has a second class', async () => {
    const { course, year, classOn } = await desk.scheduled()
    const [pending] = year.pendingReplacementClassDate
    const second = { course, year: 2026, date: '2026-01-06', duration: '12:00 - 13:00', replacementDate: pending }
    expect((await clerk.post('/class', second)).statusCode).toBe(201)
    const answer = await clerk.put(`/course-scheduled-year/${year._id}`, { duration: '19:00 - 20:30' })
    expect(answer.statusCode).toBe(200)
    expect((await classOn('2026-01-13')).duration).toBe('19:00 - 20:30')
    const times = (await classesOf(clerk, course)).filter(({ date }: Listed) => date === '2026-01-06')
    expect(times.map(({ duration }: { duration: string }) => duration).toSorted()).toEqual([
      '12:00 - 13:00',
      '19:00 - 20:30',
    ])
  })

  test.each([{ course: unknown }, { year: 2027 }])('of another course or year is refused: %o', async (sent) => {
    const { year } = await desk.scheduled()
    const [path] = Object.keys(sent)
    const answer = await clerk.put(`/course-scheduled-year/${year._id}`, sent)
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ path, message: `The ${path} of a schedule cannot be changed` }],
    ])
  })

  test('moves all classes to another weekday as Reassign does', async () => {
    const { course, year, classOn } = await desk.scheduled()
    const there = await clerk.put(`/course-scheduled-year/${year._id}`, { day: 5 })
    expect(there.json()).toMatchObject({ day: 5, duration: '18:00 - 19:00', totalClass: 51 })
    const fridays = weeklyDates(2026, 5).filter((date) => date !== '2026-05-01')
    expect(datesOf(await classesOf(clerk, course))).toEqual(fridays)
    await desk.attend((await classOn('2026-01-02'))._id)
    expect((await clerk.put(`/course-scheduled-year/${year._id}`, { day: 2 })).statusCode).toBe(409)
    const same = await clerk.put(`/course-scheduled-year/${year._id}`, { day: 5, duration: '19:00 - 20:00' })
    expect(same.json()).toMatchObject({ day: 5, duration: '19:00 - 20:00', hasAttendance: true })
  })

  test('is replaced as a whole by Reassign', async () => {
    const { course, year } = await desk.scheduled()
    const answer = await clerk.post(`/course-scheduled-year/${year._id}/${course}`, desk.pattern({ day: 5 }))
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
    expect((await clerk.post(`/course-scheduled-year/${year._id}/${other._id}`, desk.pattern())).statusCode).toBe(404)
  })

  test('is not reassigned once any class has attendance', async () => {
    const { course, year, classOn } = await desk.scheduled()
    await desk.attend((await classOn('2026-03-03'))._id)
    const answer = await clerk.post(`/course-scheduled-year/${year._id}/${course}`, desk.pattern())
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/Attendance of this year has been taken already/)
    expect(await desk.yearOf(course)).toMatchObject({ day: 2, totalClass: 50, hasAttendance: true })
  })

  test('is given other dates in a range, attended classes left as they are', async () => {
    const { course, year, classOn } = await desk.scheduled()
    const attended = await classOn('2026-06-09')
    await desk.attend(attended._id)
    const answer = await clerk.put('/class/batch/update', {
      course,
      year: 2026,
      range: ['2026-06-01', '2026-06-30'],
      schedule: desk.pattern(),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ _id: year._id, day: 2, totalClass: 49 })
    const june = (await classesOf(clerk, course)).filter((each: Listed) => each.date.startsWith('2026-06'))
    // Thursdays, except in the week whose Tuesday was attended.
    expect(datesOf(june)).toEqual(['2026-06-04', '2026-06-09', '2026-06-18', '2026-06-25'])
    expect(june[1]).toEqual({ ...attended, isAttendanceTaken: true })
    expect(june[0]).toMatchObject({ duration: '20:00 - 21:00', mainInstructor: [{ name: 'Coach Devi' }] })
  })

  test('counts pending dates anew inside the range only', async () => {
    const { course, classOn } = await desk.scheduled()
    await clerk.delete(`/class/${(await classOn('2026-04-28'))._id}`)
    await clerk.delete(`/class/${(await classOn('2026-07-07'))._id}`)
    const answer = await clerk.put('/class/batch/update', {
      course,
      year: 2026,
      range: ['2026-04-01', '2026-05-31'],
      schedule: desk.pattern({ day: 5 }),
    })
    expect(answer.json().pendingReplacementClassDate).toEqual(['2026-02-17', '2026-05-01', '2026-07-07', '2026-08-25'])
    expect(answer.json().pendingReplacementClass).toBe(4)
  })

  test('gives a week that was made up for no class again', async () => {
    const { course } = await desk.scheduled()
    const made = await clerk.post('/class', { course, year: 2026, date: '2026-09-05', replacementDate: '2026-08-25' })
    await desk.attend(made.json()._id)
    const body = { course, year: 2026, range: ['2026-08-23', '2026-09-12'], schedule: desk.pattern() }
    const answer = await clerk.put('/class/batch/update', body)
    expect(answer.json().pendingReplacementClassDate).toEqual(['2026-02-17'])
    const dates = datesOf(await classesOf(clerk, course)).filter((date) => date >= '2026-08-23' && date <= '2026-09-12')
    expect(dates).toEqual(['2026-09-03', '2026-09-05', '2026-09-10'])
  })

  test('loses no class of its last week to a replacement that the next year holds on its last day', async () => {
    const { course } = await desk.scheduled()
    await setHolidays(clerk, 2027, ['2027-01-01'])
    await newYear(clerk, places, course, { year: 2027, day: 5 })
    const made = await clerk.post('/class', { course, year: 2027, date: '2026-12-31', replacementDate: '2027-01-01' })
    expect(made.statusCode, made.body).toBe(201)
    const body = { course, year: 2026, range: ['2026-12-01', '2026-12-31'], schedule: desk.pattern({ day: 2 }) }
    expect((await clerk.put('/class/batch/update', body)).statusCode).toBe(200)
    const { items } = (await clerk.get(`/class?course=${course}&year=2026&month=12`)).json()
    const tuesdays = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']
    expect(datesOf(items)).toEqual([...tuesdays, '2026-12-31'])
  })

  test('puts back the date of a replacement that a batch update takes away', async () => {
    const { course } = await desk.scheduled()
    await clerk.post('/class', { course, year: 2026, date: '2026-03-07', replacementDate: '2026-02-17' })
    const body = { course, year: 2026, range: ['2026-03-01', '2026-03-31'], schedule: desk.pattern({ day: 2 }) }
    const answer = await clerk.put('/class/batch/update', body)
    expect(answer.json()).toMatchObject({ totalClass: 50, pendingReplacementClassDate: ['2026-02-17', '2026-08-25'] })
  })

  test('wants a range between the end of the prior year and the end of the year', async () => {
    const { course } = await desk.scheduled()
    const send = (range: unknown, year = 2026) =>
      clerk.put('/class/batch/update', { course, year, range, schedule: desk.pattern() })
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
