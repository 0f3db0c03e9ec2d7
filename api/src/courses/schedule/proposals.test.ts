import { isLeapYear, weekday, weeklyDates } from '@academy/contract/courses/calendar.ts'
import type { Proposed } from '@academy/contract/courses/preview.ts'
import { afterAll, expect, test } from 'vitest'
import { classesOf, newCourse, newYear, setHolidays } from '../../../test/support/courses/courses.ts'
import { datesOf, openScheduleDesk } from '../../../test/support/courses/schedule.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
// Tuesdays, and a Sunday in December.
await setHolidays(clerk, 2026, ['2026-02-17', '2026-12-08', '2026-12-06'])
// Every Tuesday of 2028 but one is a leap year's; the leap day is a Tuesday.
await setHolidays(clerk, 2028, ['2028-02-29'])
afterAll(() => portal.close())

const proposalsOf = async (year: string): Promise<Proposed[]> => {
  const answer = await clerk.get(`/course-scheduled-year/${year}/proposals`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}

test('the nearest free day of the month, its coaches and its centre free at the time', async () => {
  const { course, year } = await desk.scheduled()
  const busy = async (date: string, more: Record<string, unknown>, duration: string, mainInstructor: string[]) => {
    const other = await newCourse(clerk, places, more)
    await newYear(clerk, places, other._id, { day: weekday(date), duration, mainInstructor })
  }
  const before = (await proposalsOf(year._id)).find(({ date }) => date === '2026-12-08')
  expect(before?.best).toMatchObject({ date: '2026-12-07', duration: '18:00 - 19:00', sameMonth: true })
  // Coach Tan teaches elsewhere on Mondays, another coach at the centre on Wednesdays, and later on Thursdays.
  await busy('2026-12-07', { centre: places.ampang }, '18:30 - 19:30', [places.tan])
  await busy('2026-12-09', {}, '17:30 - 18:01', [places.devi])
  await busy('2026-12-10', {}, '19:00 - 20:00', [places.devi])
  const [carnival, december] = await proposalsOf(year._id)
  expect(december).toMatchObject({ date: '2026-12-08', mainInstructor: [{ name: 'Coach Tan' }] })
  const offered = december?.proposals.map(({ date }) => date) ?? []
  expect(offered.slice(0, 3)).toEqual(['2026-12-10', '2026-12-05', '2026-12-11'])
  // Neither holidays nor days with a class of the course.
  for (const date of ['2026-12-06', '2026-12-07', '2026-12-09', '2026-12-15']) expect(offered).not.toContain(date)
  // February is over: proposals start tomorrow.
  expect(carnival).toMatchObject({ date: '2026-02-17', best: { date: '2026-11-21', sameMonth: false } })
  expect(carnival?.proposals.every(({ date }) => date > '2026-11-20')).toBe(true)
  expect(course).toBeTruthy()
})

test('the same weekday comes before a nearer day, and each pending date gets a day of its own', async () => {
  const { course, year, classOn } = await desk.scheduled({ duration: '06:00 - 07:00' })
  for (const date of ['2026-12-01']) await clerk.delete(`/class/${(await classOn(date))._id}`)
  const range = ['2026-12-20', '2026-12-31']
  const schedule = desk.pattern({ day: 4, duration: '06:00 - 07:00', mainInstructor: [places.tan] })
  await clerk.put('/class/batch/update', { course, year: 2026, range, schedule })
  const items = await proposalsOf(year._id)
  expect(items.map(({ date, best }) => [date, best?.date])).toEqual([
    ['2026-02-17', '2026-12-22'],
    ['2026-12-01', '2026-12-29'],
    ['2026-12-08', '2026-12-07'],
  ])
  expect(items.at(-1)?.proposals[0]).toMatchObject({ date: '2026-12-22', sameMonth: true, sameWeekday: true })
})

test('a day on which a class was cancelled is not proposed, made up for or not, replacement or not', async () => {
  const { course, year, classOn } = await desk.scheduled({ duration: '12:00 - 13:00' })
  await clerk.delete(`/class/${(await classOn('2026-12-15'))._id}`)
  const offered = async () =>
    (await proposalsOf(year._id)).flatMap(({ proposals }) => proposals.map(({ date }) => date))
  expect(await offered()).toContain('2026-12-16')
  const replacement = { course, year: 2026, date: '2026-12-16', replacementDate: '2026-12-15' }
  const made = (await clerk.post('/class', replacement)).json()
  // The 15th is made up for, but a class was cancelled on it.
  expect(await offered()).not.toContain('2026-12-15')
  await clerk.delete(`/class/${made._id}`)
  for (const date of ['2026-12-15', '2026-12-16']) expect(await offered()).not.toContain(date)
})

test('all are accepted in one step, or none', async () => {
  const { course, year } = await desk.scheduled({ duration: '08:00 - 09:00' })
  const best = (await proposalsOf(year._id)).map(({ date, best }) => ({ replacementDate: date, date: best?.date }))
  const send = (replacements: unknown) => clerk.post('/class/replacements', { course, year: 2026, replacements })
  const [first, second] = best
  for (const [wrong, status] of [
    [[first, { ...second, date: '2026-12-06' }], 409],
    [[first, { ...second, date: first?.date }], 409],
    [[first, { ...second, replacementDate: '2026-03-03' }], 409],
    [[first, { ...second, date: '2027-01-01' }], 400],
    [[first, { date: '2026-12-11' }], 400],
    [[], 400],
  ] as const) {
    expect((await send(wrong)).statusCode).toBe(status)
    expect((await desk.yearOf(course)).pendingReplacementClass).toBe(2)
  }
  const answer = await send(best)
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json()).toMatchObject({ total: 2, items: [{ isReplacement: true }, { isReplacement: true }] })
  expect(await desk.yearOf(course)).toMatchObject({ totalClass: 52, pendingReplacementClassDate: [] })
  expect((await send(best)).statusCode).toBe(409)
  expect(await proposalsOf(year._id)).toEqual([])
})

test('a replacement is as the class it makes up for, unless said', async () => {
  const { course, year, classOn } = await desk.scheduled({ duration: '09:00 - 10:00' })
  const edited = (await classOn('2026-12-15'))._id
  await clerk.put(`/class/${edited}`, { duration: '11:00 - 12:00', mainInstructor: [places.aminah] })
  await clerk.delete(`/class/${edited}`)
  const lost = (await proposalsOf(year._id)).find(({ date }) => date === '2026-12-15')
  expect(lost).toMatchObject({ duration: '11:00 - 12:00', mainInstructor: [{ name: 'Coach Aminah' }] })
  const made = await clerk.post('/class', { course, year: 2026, date: '2026-12-16', replacementDate: '2026-12-15' })
  expect(made.json()).toMatchObject({ duration: '11:00 - 12:00', mainInstructor: [{ name: 'Coach Aminah' }] })
})

test('a leap day that is a holiday is made up for within its month', async () => {
  expect([isLeapYear(2028), weekday('2028-02-29'), weeklyDates(2028, 2).length]).toEqual([true, 2, 52])
  const { course, year } = await desk.scheduled({ year: 2028 })
  expect(year).toMatchObject({ totalClass: 51, pendingReplacementClassDate: ['2028-02-29'] })
  const [leap] = await proposalsOf(year._id)
  expect(leap?.best).toMatchObject({ date: '2028-02-28', sameMonth: true, sameWeekday: false })
  expect(datesOf(await classesOf(clerk, course, 2028))).not.toContain('2028-02-29')
})
