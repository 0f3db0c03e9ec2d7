import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { classesOf, coursePlaces, newCourse, newYear } from '../../test/support/courses/courses.ts'
import { insertMember, insertRow } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const places = await coursePlaces(portal)
afterAll(() => portal.close())

test.each([
  ['class', sql`delete from class_instructor where is_main`],
  ['course year', sql`delete from course_year_instructor where is_main`],
  ['pending replacement', sql`delete from pending_replacement_instructor where is_main`],
  ['pending class', sql`delete from pending_class_instructor where is_main`],
])('the database keeps no %s without a main instructor', async (name, removal) => {
  const course = await newCourse(clerk, places)
  await newYear(clerk, places, course._id)
  const [first] = await classesOf(clerk, course._id)
  const evening = { date: first.date, duration: '20:00 - 21:00' }
  const second = await clerk.post(`/class/schedule/${course._id}`, { year: 2026, schedule: [evening] })
  await clerk.delete(`/class/${first._id}`)
  await clerk.delete(`/class/${second.json().items[0]._id}`)
  const table = sql.table(name.replace(' ', '_'))
  const attempt = portal.handle.transaction().execute(async (db) => {
    await removal.execute(db)
    await sql`update ${table} set starts = starts`.execute(db)
  })
  await expect(attempt).rejects.toThrow(`a ${name} has no main instructor`)
  expect((await classesOf(clerk, course._id))[0].mainInstructor).toMatchObject([{ name: 'Coach Tan' }])
})

test('a coach whose classes were attended stays, and is told where', async () => {
  const course = await newCourse(clerk, places)
  await newYear(clerk, places, course._id, { assistantInstructor: [places.aminah] })
  const [{ _id, date }, ...others] = await classesOf(clerk, course._id)
  await portal.run(async (tx) => {
    const member = await insertMember(tx, { kind: 'adult', name: 'Aminah', ic_no: '900228-14-5001' })
    const places = { class: _id, course: course._id, class_date: date, member, wallet_member: member }
    const mark = { credit_type: 'normal', credit_minus: 10, status: 'A', taken_by_name: 'x' }
    await insertRow(tx, 'attendance', { ...places, ...mark })
  })
  const answer = await clerk.delete(`/coach/${places.aminah}`)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringContaining(`1 schedule, ${others.length + 1} classes and 1 attendance record`),
  ])
})
