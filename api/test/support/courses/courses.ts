import { expect } from 'vitest'
import { addInstructors } from '../../../src/courses/instructors.ts'
import type { Tx } from '../../../src/platform/data/index.ts'
import { insertRow } from '../families.ts'
import { type Client, type TestPortal, testEntry } from '../portal.ts'

/** Two centres, a sport and three coaches to create courses with. */
export const coursePlaces = (portal: TestPortal) =>
  portal.run(async (tx) => {
    const designation = await insertRow(tx, 'designation', { designation: 'Coach' })
    const coach = (name: string) => insertRow(tx, 'coach', { name, designation, email: 'coach@example.com' })
    const centre = (description: string) => insertRow(tx, 'centre', { description })
    return {
      sport: await insertRow(tx, 'sport', { description: 'Taekwondo' }),
      cheras: await centre('Cheras'),
      ampang: await centre('Ampang'),
      tan: await coach('Coach Tan'),
      devi: await coach('Coach Devi'),
      aminah: await coach('Coach Aminah'),
    }
  })
export type CoursePlaces = Awaited<ReturnType<typeof coursePlaces>>

/** A year or a class as a row, with its main instructor. */
export async function insertTaught(tx: Tx, table: 'courseYear' | 'class', coach: string, row: Record<string, unknown>) {
  const id = await insertRow(tx, table === 'class' ? table : 'course_year', row)
  await tx.change(testEntry, (on) => addInstructors(on, table, [id], { mainInstructor: [coach] }))
  return id
}

let count = 0

/** A course by the form, with overrides of the defaults. */
export async function newCourse(clerk: Client, places: CoursePlaces, more: Record<string, unknown> = {}) {
  count++
  const answer = await clerk.post('/course', {
    name: `Taekwondo ${count}`,
    sport: places.sport,
    centre: places.cheras,
    normal: 10,
    normal2: 12,
    special: 8,
    free: 0,
    mainInstructor: [places.tan],
    ...more,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** Assigns a course to a year, Tuesdays 18:00 - 19:00 with Coach Tan unless said. */
export async function newYear(clerk: Client, places: CoursePlaces, course: string, more: Record<string, unknown> = {}) {
  const pattern = { year: 2026, day: 2, duration: '18:00 - 19:00', mainInstructor: [places.tan], ...more }
  const answer = await clerk.post('/course-scheduled-year', { course, ...pattern })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The year's classes by date. */
export async function classesOf(clerk: Client, course: string, year = 2026) {
  const answer = await clerk.get(`/class?course=${course}&year=${year}&limit=1000`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}

export const setHolidays = async (clerk: Client, year: number, dates: string[]) => {
  const holiday = dates.map((date, index) => ({ holidayName: `Holiday ${index + 1}`, date }))
  const answer = await clerk.post('/holiday', { year, holiday })
  expect(answer.statusCode, answer.body).toBe(201)
}
