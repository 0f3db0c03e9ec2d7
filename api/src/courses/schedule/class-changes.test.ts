import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, setHolidays } from '../../../test/support/courses/courses.ts'
import { type Listed, openScheduleDesk } from '../../../test/support/courses/schedule.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
// Both holidays are Tuesdays.
await setHolidays(clerk, 2026, ['2026-02-17', '2026-08-25', '2026-05-01'])
afterAll(() => portal.close())

describe('single classes', () => {
  test('cancelled leave their date pending, and a replacement takes it', async () => {
    const { course, classOn } = await desk.scheduled()
    const cancelled = await classOn('2026-03-03')
    expect((await clerk.delete(`/class/${cancelled._id}`)).json()).toEqual({ _id: cancelled._id })
    const pending = ['2026-02-17', '2026-03-03', '2026-08-25']
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 49, pendingReplacementClassDate: pending })
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
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 50, pendingReplacementClass: 2 })
    expect((await clerk.delete(`/class/${made.json()._id}`)).statusCode).toBe(200)
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 49, pendingReplacementClassDate: pending })
    expect((await clerk.delete(`/class/${made.json()._id}`)).statusCode).toBe(404)
  })

  test('replace only what is pending, and each date once', async () => {
    const { course } = await desk.scheduled()
    const send = (more: object) => clerk.post('/class', { course, year: 2026, date: '2026-03-07', ...more })
    const wrong = await send({ replacementDate: '2026-03-10' })
    expect([wrong.statusCode, wrong.json().details[0].path]).toEqual([409, 'replacementDate'])
    const at = (duration: string) => send({ replacementDate: '2026-02-17', duration })
    const answers = await Promise.all(['09:00 - 10:00', '10:00 - 11:00', '11:00 - 12:00'].map(at))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409])
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 51, pendingReplacementClassDate: ['2026-08-25'] })
  })

  test('take their own date, else the one that waits longest, when none is named', async () => {
    const { course } = await desk.scheduled()
    const own = await clerk.post('/class', {
      course,
      year: 2026,
      date: '2026-08-25',
      force: true,
      replacementDate: null,
    })
    expect(own.json().replacementDate).toBe('2026-08-25')
    const second = await clerk.post('/class', { course, year: 2026, date: '2026-03-08' })
    expect(second.json().replacementDate).toBe('2026-02-17')
    const third = await clerk.post('/class', { course, year: 2026, date: '2026-03-09' })
    expect(third.json()).toMatchObject({ isReplacement: true, replacementDate: null })
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 53, pendingReplacementClass: 0 })
  })

  test('take no date when none is wanted, the text null included, in a year that has classes', async () => {
    const { course } = await desk.scheduled()
    const pending = ['2026-02-17', '2026-08-25']
    const dates = ['2026-03-07', '2026-03-08', '2026-03-09']
    const ids: string[] = []
    for (const [index, replacementDate] of ['null', '', null].entries()) {
      const made = await clerk.post('/class', { course, year: 2026, date: dates[index], replacementDate })
      expect(made.json(), made.body).toMatchObject({
        isReplacement: true,
        replacementDate: null,
        duration: '18:00 - 19:00',
      })
      ids.push(made.json()._id)
    }
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 53, pendingReplacementClassDate: pending })
    // No date becomes pending again.
    for (const id of ids) expect((await clerk.delete(`/class/${id}`)).statusCode).toBe(200)
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 50, pendingReplacementClassDate: pending })
    // A date may be named later.
    const body = { course, year: 2026, date: '2026-03-07', replacementDate: null }
    const { _id } = (await clerk.post('/class', body)).json()
    await clerk.put(`/class/${_id}`, { replacementDate: pending[0] })
    expect(await desk.yearOf(course)).toMatchObject({ pendingReplacementClassDate: [pending[1]] })
    for (const each of await classesOf(clerk, course)) await clerk.delete(`/class/${each._id}`)
    const refused = await clerk.post('/class', body)
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([409, 'replacementDate'])
    expect((await clerk.post('/class', { ...body, replacementDate: pending[0] })).statusCode).toBe(201)
  })

  test('know the holidays of the year before, on whose last day a scheduled year begins', async () => {
    await setHolidays(clerk, 2025, ['2025-12-31'])
    const { course } = await desk.scheduled()
    const body = { course, year: 2026, date: '2025-12-31', replacementDate: '2026-02-17' }
    const refused = await clerk.post('/class', body)
    expect([refused.statusCode, refused.json().message]).toEqual([409, '31-12-2025 is a holiday: Holiday 1'])
    expect((await clerk.post('/class', { ...body, force: true })).statusCode).toBe(201)
  })

  test('on that last day are found by the year and the month in which they are held', async () => {
    const { course } = await desk.scheduled()
    const body = { course, year: 2026, date: '2025-12-31', replacementDate: '2026-02-17', force: true }
    const { _id } = (await clerk.post('/class', body)).json()
    const found = async (query: string) =>
      (await clerk.get(`/class?course=${course}&limit=1000&${query}`))
        .json()
        .items.filter((each: Listed) => each._id === _id)
    for (const query of ['year=2025', 'year=2025&month=12', 'year=2025&date=2025-12-31', 'year=2026'])
      expect(await found(query), query).toMatchObject([{ date: '2025-12-31', year: 2026 }])
    expect(await found('year=2026&month=12')).toEqual([])
  })

  test('fall on a holiday only when staff insist', async () => {
    const { course } = await desk.scheduled()
    const body = { course, year: 2026, date: '2026-05-01', replacementDate: '2026-02-17' }
    const refused = await clerk.post('/class', body)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('01-05-2026 is a holiday: Holiday 3')
    expect(refused.json().details[0].message).toBe('01-05-2026 is a holiday: Holiday 3')
    const made = await clerk.post('/class', { ...body, force: true })
    expect(made.json()).toMatchObject({ date: '2026-05-01', holiday: 'Holiday 3' })
  })

  test('are edited: date, time, instructors, remark, and the date they make up for', async () => {
    const { course, classOn } = await desk.scheduled()
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
    // Its own lesson would be owed by nobody.
    const regular = await clerk.put(`/class/${_id}`, { replacementDate: '2026-02-17' })
    expect([regular.statusCode, regular.json().details[0].path]).toEqual([409, 'replacementDate'])
    const sent = { course, year: 2026, date: '2026-03-07', remark: 'Moved', replacementDate: '2026-02-17' }
    const replacement = (await clerk.post('/class', sent)).json()._id
    expect(await desk.yearOf(course)).toMatchObject({ pendingReplacementClassDate: ['2026-08-25'] })
    await clerk.put(`/class/${replacement}`, { replacementDate: '2026-08-25' })
    expect(await desk.yearOf(course)).toMatchObject({ pendingReplacementClassDate: ['2026-02-17'] })
    const freed = await clerk.put(`/class/${replacement}`, { replacementDate: null })
    expect(freed.json()).toMatchObject({ isReplacement: true, replacementDate: null, remark: 'Moved' })
    expect(await desk.yearOf(course)).toMatchObject({ pendingReplacementClass: 2 })
  })

  test('with attendance are neither changed nor cancelled', async () => {
    const { classOn } = await desk.scheduled()
    const { _id } = await classOn('2026-03-03')
    await desk.attend(_id)
    const changed = await clerk.put(`/class/${_id}`, { remark: 'x' })
    expect(changed.statusCode).toBe(409)
    expect(changed.json().message).toMatch(/on 03-03-2026 has been taken, so it cannot be changed/)
    expect((await clerk.delete(`/class/${_id}`)).statusCode).toBe(409)
  })
})

describe('extra dates', () => {
  test('join the year, and a pending one waits no longer', async () => {
    const { course } = await desk.scheduled()
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
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 52, pendingReplacementClassDate: ['2026-08-25'] })
  })

  test('are added all or none: no other class at that time, none outside of the year', async () => {
    const { course } = await desk.scheduled()
    const send = (schedule: unknown, year = 2026) => clerk.post(`/class/schedule/${course}`, { year, schedule })
    const cases: [unknown, number][] = [
      [[{ date: '2026-04-04' }, { date: '2026-01-06', duration: '18:00 - 20:00' }], 409],
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
    expect(await desk.yearOf(course)).toMatchObject({ totalClass: 50 })
    const sameDay = await send([{ date: '2026-01-06', duration: '20:00 - 21:00', mainInstructor: [places.devi] }])
    expect(sameDay.statusCode).toBe(201)
    expect(sameDay.json().items[0].warnings).toEqual([
      expect.stringMatching(/has another class the same day: 06-01-2026, 18:00 - 19:00$/),
    ])
  })
})
