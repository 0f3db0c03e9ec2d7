import type { ScheduleDiff } from '@academy/contract/courses/preview.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { classesOf, newCourse, setHolidays } from '../../../test/support/courses/courses.ts'
import { datesOf, openScheduleDesk } from '../../../test/support/courses/schedule.ts'
import type { Client } from '../../../test/support/portal.ts'

const { portal, clerk, places, desk } = await openScheduleDesk()
await setHolidays(clerk, 2026, ['2026-02-17', '2026-08-25', '2026-05-01'])
afterAll(() => portal.close())

/** All tables of a schedule, with its audit records. */
const everything = () =>
  portal.run((tx) =>
    tx.query(sql`
      select (select json_agg(class order by id) from class) as classes,
        (select json_agg(course_year order by id) from course_year) as years,
        (select json_agg(pending_replacement order by course_year, date) from pending_replacement) as pending,
        (select json_agg(pending_class order by id) from pending_class) as pending_classes,
        json_build_array((select count(*) from audit_record), (select count(*) from audit_pending)) as trail`),
  )

const standing = async (course: string) => ({
  classes: (await classesOf(clerk, course)).map((each: { date: string; duration: string }) =>
    [each.date, each.duration].join(' '),
  ),
  pending: (await desk.yearOf(course))?.pendingReplacementClassDate ?? [],
})

interface Change {
  course: string
  dryRunBody: Record<string, unknown>
  commit: () => ReturnType<Client['post']>
}

/** Previews a change, checks that nothing was stored, then makes it and checks that the result matches the preview. */
async function previewed({ course, dryRunBody, commit }: Change): Promise<ScheduleDiff> {
  const [was, all] = [await standing(course), await everything()]
  const answer = await clerk.post('/class/rehearse', dryRunBody)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await everything()).toEqual(all)
  const diff: ScheduleDiff = answer.json()
  const done = await commit()
  expect(done.statusCode, done.body).toBeLessThan(300)
  const is = await standing(course)
  const named = ({ date, duration }: { date: string; duration: string }) => `${date} ${duration}`
  const gone = new Set([...diff.removed, ...diff.moved.map(({ from }) => from)].map(named))
  const come = [...diff.added, ...diff.moved.map(({ to }) => to)].map(named)
  expect([...was.classes.filter((each: string) => !gone.has(each)), ...come].toSorted()).toEqual(is.classes.toSorted())
  expect([diff.pendingBefore, diff.pendingAfter]).toEqual([was.pending, is.pending])
  return diff
}

test('an assignment adds the year and leaves the holidays pending', async () => {
  const course = (await newCourse(clerk, places))._id
  const body = { course, year: 2026, ...desk.pattern({ day: 2 }) }
  const diff = await previewed({
    course,
    dryRunBody: { action: 'assign', ...body },
    commit: () => clerk.post('/course-scheduled-year', body),
  })
  expect(diff.added).toHaveLength(50)
  expect(diff.added[0]).toMatchObject({ date: '2026-01-06', mainInstructor: [{ name: 'Coach Devi' }] })
  expect(diff).toMatchObject({ moved: [], removed: [], kept: [], pendingAfter: ['2026-02-17', '2026-08-25'] })
})

test('a batch update moves the classes of its range and leaves those with attendance alone', async () => {
  const { course, classOn } = await desk.scheduled()
  await desk.attend((await classOn('2026-06-09'))._id)
  const body = { course, year: 2026, range: ['2026-06-01', '2026-06-30'], schedule: desk.pattern() }
  const diff = await previewed({
    course,
    dryRunBody: { action: 'batch', ...body },
    commit: () => clerk.put('/class/batch/update', body),
  })
  expect(diff.kept.map(({ date }) => date)).toEqual(['2026-06-09'])
  expect(diff.moved.map(({ from, to }) => [from.date, to.date])).toEqual([
    ['2026-06-02', '2026-06-04'],
    ['2026-06-16', '2026-06-18'],
    ['2026-06-23', '2026-06-25'],
  ])
  expect([diff.added, datesOf(diff.removed.map((each) => ({ ...each, _id: '' })))]).toEqual([[], ['2026-06-30']])
})

test('other coaches at the same time are a change, new overlaps are told', async () => {
  const other = await newCourse(clerk, places)
  await clerk.post('/course-scheduled-year', {
    course: other._id,
    year: 2026,
    ...desk.pattern({ day: 2, duration: '18:30 - 19:00', mainInstructor: [places.aminah] }),
  })
  const { course, year, classOn } = await desk.scheduled()
  const pattern = desk.pattern({ day: 2, duration: '18:00 - 19:00', mainInstructor: [places.aminah] })
  const diff = await previewed({
    course,
    dryRunBody: { action: 'reassign', id: year._id, ...pattern },
    commit: () => clerk.post(`/course-scheduled-year/${year._id}/${course}`, pattern),
  })
  expect(diff.changed).toHaveLength(50)
  expect(diff).toMatchObject({ added: [], moved: [], removed: [] })
  expect(diff.warnings.join()).toMatch(/Coach Aminah also teaches .* at that time: 50 days, first on 06-01-2026/)
  // Fewer days of it are none.
  const { _id: id } = await classOn('2026-03-03')
  expect((await clerk.post('/class/rehearse', { action: 'cancel', id })).json().warnings).toEqual([])
})

test('a cancelled, an edited and a replaced class are previewed one by one', async () => {
  const { course, classOn } = await desk.scheduled()
  const id = (await classOn('2026-03-03'))._id
  const cancelled = await previewed({
    course,
    dryRunBody: { action: 'cancel', id },
    commit: () => clerk.delete(`/class/${id}`),
  })
  expect(cancelled.removed).toMatchObject([{ date: '2026-03-03' }])
  expect(cancelled.pendingAfter).toEqual(['2026-02-17', '2026-03-03', '2026-08-25'])
  const edited = (await classOn('2026-03-10'))._id
  const move = { date: '2026-03-12', remark: 'Hall closed' }
  const { moved } = await previewed({
    course,
    dryRunBody: { action: 'update', id: edited, ...move },
    commit: () => clerk.put(`/class/${edited}`, move),
  })
  expect(moved).toMatchObject([{ from: { date: '2026-03-10' }, to: { date: '2026-03-12', remark: 'Hall closed' } }])
  const body = { course, year: 2026, date: '2026-03-07', replacementDate: '2026-03-03' }
  const replaced = await previewed({
    course,
    dryRunBody: { action: 'replace', ...body },
    commit: () => clerk.post('/class', body),
  })
  expect(replaced.added).toMatchObject([{ date: '2026-03-07', duration: '18:00 - 19:00' }])
})

test('is refused as the change itself would be', async () => {
  const { course, year, classOn } = await desk.scheduled()
  const attended = (await classOn('2026-03-03'))._id
  await desk.attend(attended)
  const cases: [Record<string, unknown>, number, string | RegExp][] = [
    [{ action: 'assign', course, year: 2026, ...desk.pattern() }, 409, /scheduled for that year already/],
    [{ action: 'reassign', id: year._id, ...desk.pattern() }, 409, /Attendance of this year has been taken/],
    [{ action: 'cancel', id: attended }, 409, /cannot be cancelled/],
    [{ action: 'update', id: attended, remark: 'x' }, 409, /cannot be changed/],
    [{ action: 'replace', course, year: 2026, date: '2026-05-01' }, 409, /is a holiday/],
    [{ action: 'replace', course, year: 2027, date: '2027-05-01' }, 409, /Please assign a class schedule/],
    [{ action: 'cancel', id: course }, 404, /Class/],
    [{ action: 'cancel' }, 400, 'Class is required'],
    [{ action: 'batch', course, year: 2026, schedule: desk.pattern() }, 400, 'Apply Range is required'],
    [{ action: 'swap' }, 400, /./],
    [{}, 400, /./],
  ]
  for (const [body, status, message] of cases) {
    const answer = await clerk.post('/class/rehearse', body)
    expect([body, answer.statusCode]).toEqual([body, status])
    expect(answer.json().message).toMatch(message)
  }
  const viewer = await portal.as({ scheduling: ['view'] })
  expect((await viewer.post('/class/rehearse', { action: 'cancel', id: attended })).statusCode).toBe(403)
})

test('a plan says where it puts a class that was cancelled, and not where it leaves it out', async () => {
  const { course, year, classOn } = await desk.scheduled()
  for (const date of ['2026-03-03', '2026-07-07']) await clerk.delete(`/class/${(await classOn(date))._id}`)
  const warningsOf = async (body: object) =>
    (await clerk.post('/class/rehearse', body)).json().warnings.filter((each: string) => each.includes('cancelled'))
  const sameDay = desk.pattern({ day: 2 })
  const said = ['03-03-2026', '07-07-2026'].map(
    (date) => `The class of ${date} was cancelled: this plans one there again.`,
  )
  const batch = { action: 'batch', course, year: 2026, range: ['2026-07-01', '2026-12-31'] }
  expect(await warningsOf({ ...batch, schedule: sameDay })).toEqual(said.slice(1))
  expect(await warningsOf({ ...batch, schedule: desk.pattern({ day: 3 }) })).toEqual([])
  expect(await warningsOf({ action: 'reassign', id: year._id, ...sameDay })).toEqual(said)
})
