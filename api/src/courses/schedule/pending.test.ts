import type { Proposed, ScheduleDiff } from '@academy/contract/courses/preview.ts'
import { afterAll, expect, test } from 'vitest'
import { classesOf, setHolidays } from '../../../test/support/courses/courses.ts'
import { openScheduleDesk } from '../../../test/support/courses/schedule.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
const [february, august] = ['2026-02-17', '2026-08-25']
// Both are Tuesdays, as the classes are.
await setHolidays(clerk, 2026, [february, august])
afterAll(() => portal.close())

const names = (people: { name: string }[]) => people.map(({ name }) => name).join(', ')

/** `2026-02-17 18:00 - 19:00 Coach Tan / Coach Devi`, by date. */
const pendingOf = async (year: string): Promise<string[]> =>
  (await clerk.get(`/course-scheduled-year/${year}/proposals`))
    .json()
    .items.map(({ date, duration, mainInstructor, assistantInstructor }: Proposed) =>
      [date, duration, [mainInstructor, assistantInstructor].map(names).filter(Boolean).join(' / ')].join(' '),
    )

const later = { duration: '20:00 - 21:00' }
const fromJuly = (course: string) => ({
  course,
  year: 2026,
  range: ['2026-07-01', '2026-12-31'],
  schedule: { day: 2, ...later, mainInstructor: [places.devi], assistantInstructor: [places.aminah] },
})
const disabled = async (coach: string, isDisable = true) =>
  expect((await clerk.put(`/coach/${coach}`, { isDisable })).statusCode).toBe(200)

test('a changed year changes its pending dates, but for what a class had as its own', async () => {
  const { year, classOn } = await desk.scheduled({ assistantInstructor: [places.aminah] })
  const own = await classOn('2026-03-03')
  await clerk.put(`/class/${own._id}`, { duration: '07:00 - 08:00', mainInstructor: [places.devi] })
  await clerk.delete(`/class/${own._id}`)
  const was = [
    `${february} 18:00 - 19:00 Coach Tan / Coach Aminah`,
    '2026-03-03 07:00 - 08:00 Coach Devi / Coach Aminah',
    `${august} 18:00 - 19:00 Coach Tan / Coach Aminah`,
  ]
  expect(await pendingOf(year._id)).toEqual(was)
  const change = (sent: object) => clerk.put(`/course-scheduled-year/${year._id}`, sent)
  expect((await change({ mainInstructor: [places.tan] })).statusCode).toBe(200)
  expect(await pendingOf(year._id)).toEqual(was)
  const sent = { ...later, mainInstructor: [places.devi, places.tan], assistantInstructor: [] }
  expect((await change(sent)).statusCode).toBe(200)
  expect(await pendingOf(year._id)).toEqual([
    `${february} 20:00 - 21:00 Coach Devi, Coach Tan`,
    '2026-03-03 07:00 - 08:00 Coach Devi',
    `${august} 20:00 - 21:00 Coach Devi, Coach Tan`,
  ])
})

test('a date whose replacement goes has the time and coaches of that class, not those the year began with', async () => {
  const { course, year } = await desk.scheduled()
  expect((await clerk.put('/class/batch/update', fromJuly(course))).statusCode).toBe(200)
  const was = [`${february} 18:00 - 19:00 Coach Tan`, `${august} 20:00 - 21:00 Coach Devi / Coach Aminah`]
  expect(await pendingOf(year._id)).toEqual(was)
  const replace = async (date: string) => {
    const body = { course, year: 2026, date, replacementDate: august, remark: 'In the small hall' }
    const made = await clerk.post('/class', body)
    expect(made.json(), made.body).toMatchObject({ ...later, mainInstructor: [{ name: 'Coach Devi' }] })
    expect(await pendingOf(year._id)).toEqual(was.slice(0, 1))
    return made.json()._id
  }
  const cancelled = await replace('2026-08-26')
  await clerk.delete(`/class/${cancelled}`)
  expect(await pendingOf(year._id)).toEqual(was)
  const freed = await replace('2026-08-27')
  await clerk.put(`/class/${freed}`, { replacementDate: null })
  expect(await pendingOf(year._id)).toEqual(was)
  await replace('2026-06-29')
  const june = { ...fromJuly(course), range: ['2026-06-01', '2026-06-30'] }
  june.schedule = { ...june.schedule, duration: '09:00 - 10:00' }
  expect((await clerk.put('/class/batch/update', june)).statusCode).toBe(200)
  expect(await pendingOf(year._id)).toEqual(was)
  const { items } = (await clerk.get(`/course-scheduled-year?course=${course}&year=2026`)).json()
  expect(items[0]).toMatchObject({ duration: '18:00 - 19:00', mainInstructor: [{ name: 'Coach Tan' }] })
})

test('no new class is given to a coach who has left, and a class that has one is still changed', async () => {
  const { course, year, classOn } = await desk.scheduled({ assistantInstructor: [places.aminah] })
  const { _id } = await classOn('2026-03-03')
  await disabled(places.aminah)
  const body = { course, year: 2026, date: '2026-03-07' }
  const range = ['2026-07-01', '2026-12-31']
  const assistant = { day: 2, ...later, mainInstructor: [places.tan], assistantInstructor: [places.aminah] }
  const batch = { course, year: 2026, range, schedule: assistant }
  for (const answer of [
    await clerk.post('/class', { ...body, replacementDate: february }),
    await clerk.post('/class/replacements', { ...body, replacements: [{ ...body, replacementDate: february }] }),
    await clerk.post('/class/rehearse', { action: 'replace', ...body, replacementDate: february }),
    await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [{ date: '2026-03-07' }] }),
    await clerk.put('/class/batch/update', batch),
    await clerk.post(`/course-scheduled-year/${year._id}/${course}`, assistant),
    await clerk.put(`/course-scheduled-year/${year._id}`, { day: 3 }),
  ])
    expect([answer.statusCode, answer.json().message, answer.json().details]).toEqual([
      409,
      'Coach Coach Aminah is disabled',
      [{ path: 'assistantInstructor', message: 'Coach Aminah is disabled' }],
    ])
  expect(await classesOf(clerk, course)).toHaveLength(50)
  const replaced = await clerk.post('/class', { ...body, replacementDate: february, assistantInstructor: [] })
  expect(replaced.statusCode, replaced.body).toBe(201)
  const changed = await clerk.put(`/class/${_id}`, { assistantInstructor: [places.aminah], remark: 'As planned' })
  expect(changed.json(), changed.body).toMatchObject({ assistantInstructor: [{ name: 'Coach Aminah' }] })
  await disabled(places.aminah, false)
})

test('of two classes on a day each is made up for', async () => {
  const { course, year, classOn } = await desk.scheduled()
  const march = '2026-03-03'
  const second = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [{ date: march, ...later }] })
  const evening = second.json().items[0]._id
  const { _id } = await classOn(march)
  const dates = async () => {
    const { pendingReplacementClass, pendingReplacementClassDate } = await desk.yearOf(course)
    expect(pendingReplacementClass).toBe(pendingReplacementClassDate.length)
    return pendingReplacementClassDate
  }
  await clerk.delete(`/class/${_id}`)
  const asked: ScheduleDiff = (await clerk.post('/class/rehearse', { action: 'cancel', id: evening })).json()
  expect(asked).toMatchObject({ warnings: [], pendingAfter: [february, march, march, august] })
  await clerk.delete(`/class/${evening}`)
  expect(await dates()).toEqual([february, march, march, august])
  // A changed year keeps both.
  const change = await clerk.put(`/course-scheduled-year/${year._id}`, { mainInstructor: [places.devi] })
  expect(change.statusCode, change.body).toBe(200)
  const replace = async (date: string) => {
    const made = await clerk.post('/class', { course, year: 2026, date, replacementDate: march })
    return { statusCode: made.statusCode, id: made.json()._id }
  }
  const first = await replace('2026-03-04')
  expect(await dates()).toEqual([february, march, august])
  expect([first.statusCode, (await replace('2026-03-05')).statusCode]).toEqual([201, 201])
  expect(await dates()).toEqual([february, august])
  expect((await replace('2026-03-06')).statusCode).toBe(409)
  await clerk.delete(`/class/${first.id}`)
  expect(await dates()).toEqual([february, march, august])
  expect(await pendingOf(year._id)).toHaveLength(3)
  // Both replacements go at once.
  expect((await replace('2026-03-06')).statusCode).toBe(201)
  const pattern = { day: 2, duration: '10:00 - 11:00', mainInstructor: [places.aminah] }
  const body = { course, year: 2026, range: ['2026-03-05', '2026-03-06'], schedule: pattern }
  const planned = await clerk.put('/class/batch/update', body)
  expect(planned.statusCode, planned.body).toBe(200)
  expect(await dates()).toEqual([february, march, march, august])
})

test('a replacement takes the one of two lost classes that it is like, and the other stays as it was', async () => {
  const { course, year, classOn } = await desk.scheduled()
  const march = '2026-03-03'
  const evening = { date: march, ...later, mainInstructor: [places.devi], assistantInstructor: [places.aminah] }
  const second = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [evening] })
  await clerk.delete(`/class/${(await classOn(march))._id}`)
  await clerk.delete(`/class/${second.json().items[0]._id}`)
  const [early, late] = [`${march} 18:00 - 19:00 Coach Tan`, `${march} 20:00 - 21:00 Coach Devi / Coach Aminah`]
  const rest = [`${february} 18:00 - 19:00 Coach Tan`, `${august} 18:00 - 19:00 Coach Tan`]
  const left = async () => (await pendingOf(year._id)).filter((each) => !rest.includes(each))
  expect(await left()).toEqual([early, late])
  const usage = (await clerk.delete(`/coach/${places.aminah}`)).json()
  expect(usage.message).toMatch(/class(es)? pending replacement/)
  const replace = async (date: string, more: object = {}) =>
    (await clerk.post('/class', { course, year: 2026, date, replacementDate: march, ...more })).json()
  const one = await replace('2026-03-04', later)
  expect(one).toMatchObject({
    mainInstructor: [{ name: 'Coach Devi' }],
    assistantInstructor: [{ name: 'Coach Aminah' }],
  })
  expect(await left()).toEqual([early])
  await clerk.delete(`/class/${one._id}`)
  expect(await left()).toEqual([early, late])
  expect(await replace('2026-03-05')).toMatchObject({
    duration: '18:00 - 19:00',
    mainInstructor: [{ name: 'Coach Tan' }],
  })
  expect(await left()).toEqual([late])
  // Both are proposed a day, and both are taken in one step.
  await clerk.delete(`/class/${(await classOn('2026-03-05'))._id}`)
  const replacements = ['2026-03-06', '2026-03-07'].map((date, index) => ({
    date,
    replacementDate: march,
    duration: [later.duration, '18:00 - 19:00'][index],
  }))
  const both = await clerk.post('/class/replacements', { course, year: 2026, replacements })
  expect(both.statusCode, both.body).toBe(201)
  expect(await classOn('2026-03-06')).toMatchObject({ mainInstructor: [{ name: 'Coach Devi' }] })
  expect(await classOn('2026-03-07')).toMatchObject({ mainInstructor: [{ name: 'Coach Tan' }] })
  expect(await left()).toEqual([])
})
