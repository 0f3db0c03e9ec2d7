import { afterAll, describe, expect, test } from 'vitest'
import { unknown } from '../testing.ts'
import { classesOf, newCourse, newYear, setHolidays } from './testing-courses.ts'
import { type Listed, openScheduleDesk } from './testing-schedule.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
// Both holidays are Tuesdays.
await setHolidays(clerk, 2026, ['2026-02-17', '2026-08-25', '2026-05-01'])
afterAll(() => portal.close())

test('a course that does not exist is 404 in the path and 400 in the body', async () => {
  const course = unknown
  const dates = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [{ date: '2026-04-04' }] })
  expect(dates.statusCode).toBe(404)
  const batch = { course, year: 2026, range: ['2026-01-01', '2026-01-31'], schedule: desk.pattern() }
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
    const { course, year } = await desk.scheduled({
      mainInstructor: [places.devi],
      assistantInstructor: [places.aminah],
    })
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
    for (const query of ['month=13', 'date=2026-02-30', 'year=x', 'year=99999999999', 'course=1'])
      expect([query, (await clerk.get(`/class?${query}`)).statusCode]).toEqual([query, 400])
  })

  test('show a caller with centres only those, and by id answer 404', async () => {
    const { course, year, classOn } = await desk.scheduled()
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
