import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, newCourse, newYear, setHolidays } from '../../../test/support/courses/courses.ts'
import { datesOf, type Listed, openScheduleDesk } from '../../../test/support/courses/schedule.ts'
import { unknown } from '../../../test/support/portal.ts'

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

describe('a year that is assigned in two calls, as the specification lists them', () => {
  const pattern = { year: 2026, day: 2, duration: '18:00 -19:00', mainInstructor: [places.tan] }
  const counted = { pendingReplacementClass: '2', pendingReplacementClassDate: '17-02-2026 - 25-08-2026' }
  const planOf = async (course: string) => {
    const { totalClass, pendingReplacementClassDate } = await desk.yearOf(course)
    const classes = (await classesOf(clerk, course)).map((each: Record<string, unknown>) => {
      const { date, duration, mainInstructor, assistantInstructor, isReplacement, remark } = each
      return { date, duration, mainInstructor, assistantInstructor, isReplacement, remark }
    })
    return { totalClass, pendingReplacementClassDate, classes }
  }
  /** The course's year, and the list a client makes of it: a Tuesday each week that is no holiday. */
  async function firstCall(more: Record<string, unknown> = counted) {
    const course = (await newCourse(clerk, places))._id
    const year = await clerk.post('/course-scheduled-year', { course, ...pattern, ...more })
    expect(year.statusCode, year.body).toBe(201)
    const list = (await classesOf(clerk, course)).map(({ date }: Listed) => ({
      date: date.split('-').reverse().join('-'),
      duration: '18:00 -19:00',
      mainInstructor: [{ _id: places.tan, name: 'Coach Tan' }],
      assistantInstructor: [],
      course,
      year: 2026,
      day: 2,
    }))
    return { course, year: year.json(), list }
  }
  const secondCall = (id: string, schedule: unknown, year: unknown = 2026) =>
    clerk.post(`/class/schedule/${id}`, { schedule, year })

  test('is the same plan as in one call, by the id of the course or of the year, and repeated too', async () => {
    const alone = await planOf((await desk.scheduled()).course)
    for (const said of [counted, { ...counted, pendingReplacementClassDate: ['2026-02-17', '2026-08-25'] }, {}]) {
      const { course, year, list } = await firstCall(said)
      const before = await classesOf(clerk, course)
      for (const id of [year._id, course]) {
        const answer = await secondCall(id, list, '2026')
        expect([answer.statusCode, answer.json().total], answer.body).toEqual([201, 50])
        expect(answer.json().items.map((each: Listed) => each._id)).toEqual(before.map((each: Listed) => each._id))
      }
      expect(await planOf(course)).toEqual(alone)
    }
  })

  test('adds what is new beside what is there, and a date that says no more than itself is there too', async () => {
    const { course, year } = await firstCall()
    const answer = await secondCall(year._id, [
      { date: '2026/03/03' },
      { date: '07-03-2026' },
      { date: '17-02-2026', force: true },
    ])
    expect([answer.statusCode, datesOf(answer.json().items)]).toEqual([201, ['2026-02-17', '2026-03-03', '2026-03-07']])
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 52, pendingReplacementClassDate: ['2026-08-25'] })
    // Its date became a holiday afterwards: the class stays.
    const again = await secondCall(course, [{ date: '2026-02-17' }])
    expect([again.statusCode, again.json().total]).toEqual([201, 1])
  })

  test('is refused whole where an entry differs from the class that is there, by date and by what differs', async () => {
    const { course, year, list } = await firstCall()
    const before = await classesOf(clerk, course)
    const at = '03-03-2026, 18:00'
    const cases: [Record<string, unknown>, string, string][] = [
      [{ duration: '18:00 - 20:00' }, 'duration', `The class on ${at} lasts until 19:00, not 20:00`],
      [
        { mainInstructor: [places.devi] },
        'mainInstructor',
        `The class on ${at} has Coach Tan as main instructor, not who was sent`,
      ],
      [
        { assistantInstructor: [places.devi] },
        'assistantInstructor',
        `The class on ${at} has nobody as assistant instructor, not who was sent`,
      ],
      [{ remark: 'Bring the belts' }, 'remark', `The class on ${at} has no such remark`],
    ]
    for (const [more, field, message] of cases) {
      const answer = await secondCall(year._id, [
        { date: '2026-03-07' },
        ...list.slice(0, 3),
        { date: '2026-03-03', ...more },
      ])
      expect([answer.statusCode, answer.json().details]).toEqual([409, [{ path: `schedule.4.${field}`, message }]])
      expect(answer.json().message).toBe(message)
    }
    const several = await secondCall(course, [
      { date: '2026-03-03', duration: '18:00 - 20:00', mainInstructor: [places.devi] },
      { date: '2026-03-10', duration: '18:00 - 18:30' },
    ])
    expect(several.json().details.map((each: { path: string }) => each.path)).toEqual([
      'schedule.0.duration',
      'schedule.0.mainInstructor',
      'schedule.1.duration',
    ])
    expect(await classesOf(clerk, course)).toEqual(before)
  })

  test('of another year than the one named is a fault of the year, and of no course or year a 404', async () => {
    const { year, list } = await firstCall()
    const other = await secondCall(year._id, list, 2027)
    expect([other.statusCode, other.json().details]).toEqual([
      400,
      [{ path: 'year', message: 'This schedule is that of 2026' }],
    ])
    expect((await secondCall(unknown, list)).statusCode).toBe(404)
    const there = await portal.as({ scheduling: ['view', 'edit'] }, { centres: [places.ampang] })
    expect((await there.post(`/class/schedule/${year._id}`, { schedule: list, year: 2026 })).statusCode).toBe(404)
  })
})

describe('the lists', () => {
  test('of years tell the plan of most of the next classes, and find a course by the coaches of what is to come', async () => {
    const { course } = await desk.scheduled()
    const own = { day: 2, duration: '18:00 - 19:00', mainInstructor: [{ name: 'Coach Tan' }] }
    const batch = async (range: [string, string], more: Record<string, unknown> = {}) => {
      const body = { course, year: 2026, range, schedule: desk.pattern(more) }
      const answer = await clerk.put('/class/batch/update', body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }
    const taughtBy = async (coach: string) =>
      (await clerk.get(`/course-scheduled-year?course=${course}&instructor=${coach}`)).json().total
    // It is 20 November; 24 November is a Tuesday.
    await batch(['2026-10-01', '2026-10-31'], { mainInstructor: [places.aminah] })
    const lent = (await classesOf(clerk, course)).find(({ date }: Listed) => date === '2026-11-24')
    const moved = await clerk.put(`/class/${lent._id}`, { date: '2026-11-26', mainInstructor: [places.aminah] })
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await desk.yearOf(course)).toMatchObject({ ...own, next: own })
    expect([await taughtBy(places.tan), await taughtBy(places.devi), await taughtBy(places.aminah)]).toEqual([1, 0, 1])
    await batch(['2026-12-01', '2026-12-31'])
    const next = { day: 4, duration: '20:00 - 21:00', mainInstructor: [{ name: 'Coach Devi' }] }
    expect(await batch(['2026-11-21', '2026-11-30'])).toMatchObject({ ...own, next })
    // Instead of one of the year's classes, on a day and by a coach of its own.
    const extra = { date: '2026-11-23', mainInstructor: [places.aminah], replacementDate: null }
    const replaced = await clerk.post('/class', { course, year: 2026, ...extra })
    expect(replaced.statusCode, replaced.body).toBe(201)
    expect(await desk.yearOf(course)).toMatchObject({ ...own, next })
    const past = await newYear(clerk, places, course, { year: 2025 })
    expect(past.next).toBeNull()
    const sorted = await clerk.get(`/course-scheduled-year?course=${course}&sort=-day`)
    expect(sorted.json().items.map((each: { year: number }) => each.year)).toEqual([2026, 2025])
  })

  test('of years and classes are filtered and paged', async () => {
    const { course, year } = await desk.scheduled({
      mainInstructor: [places.devi],
      assistantInstructor: [places.aminah],
    })
    const ids = async (query: string) =>
      (await clerk.get(`/course-scheduled-year?course=${course}&${query}`)).json().items.map((each: Listed) => each._id)
    expect(await ids(`year=2026&instructor=${places.aminah}&courseIsDisable=false`)).toEqual([year._id])
    expect(await ids('year=2027')).toEqual([])
    for (const path of ['/course-scheduled-year', '/class'])
      expect((await clerk.get(`${path}?year=2147483648`)).json().message).toBe('Year must be at most 2200')
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
