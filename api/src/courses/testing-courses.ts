import { expect } from 'vitest'
import type { Tx } from '../kit/tx.ts'
import type { Client, TestPortal } from '../testing.ts'

interface ListRows {
  designation: { id: string; designation: string; createdAt: string; updatedAt: string }
  coach: { id: string; name: string; designation: string; email: string; createdAt: string; updatedAt: string }
  sport: { id: string; description: string; createdAt: string; updatedAt: string }
  centre: { id: string; description: string; createdAt: string; updatedAt: string }
}

const entry = { section: 'Test', docType: 'test', action: 'Created', description: 'Made for a test' }

async function insertPlaces(tx: Tx) {
  const made = { createdAt: tx.now, updatedAt: tx.now }
  const sport = tx.newId()
  const designation = tx.newId()
  const centres = ['Cheras', 'Ampang'].map((description) => ({ id: tx.newId(), description, ...made }))
  const coaches = ['Coach Tan', 'Coach Devi', 'Coach Aminah'].map((name) => ({
    id: tx.newId(),
    name,
    designation,
    email: 'coach@example.com',
    ...made,
  }))
  await tx.change(entry, async (on) => {
    const tables = on<ListRows>()
    await tables
      .insertInto('sport')
      .values({ id: sport, description: 'Taekwondo', ...made })
      .execute()
    await tables.insertInto('centre').values(centres).execute()
    await tables
      .insertInto('designation')
      .values({ id: designation, designation: 'Coach', ...made })
      .execute()
    await tables.insertInto('coach').values(coaches).execute()
  })
  return { sport, centres: centres.map((each) => each.id), coaches: coaches.map((each) => each.id) }
}

/** Two centres, a sport and three coaches to make courses of. */
export async function coursePlaces(portal: TestPortal) {
  const { sport, centres, coaches } = await portal.run(insertPlaces)
  const [cheras = '', ampang = ''] = centres
  const [tan = '', devi = '', aminah = ''] = coaches
  return { sport, cheras, ampang, tan, devi, aminah }
}
export type CoursePlaces = Awaited<ReturnType<typeof coursePlaces>>

let count = 0

/** A course by the form, with whatever differs from the usual. */
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
