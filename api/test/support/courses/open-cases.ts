/** Classes that nobody has paid for yet. */
import { expect } from 'vitest'
import type { Client, TestPortal } from '../portal.ts'
import { enrol, family } from '../students.ts'
import { type CoursePlaces, classesOf, newCourse, newYear } from './courses.ts'

/** The days of the classes that are owed for. */
export const tuesdays = ['2026-10-27', '2026-11-03', '2026-11-10', '2026-11-17']

export function openCases(portal: TestPortal, clerk: Client, places: CoursePlaces) {
  /** A child present in four classes, of 10, 30, 10 and 10 credits, that nobody has paid for. */
  async function owing(more: Record<string, unknown> = {}) {
    const course = await newCourse(clerk, places, more)
    await newYear(clerk, places, course._id)
    const sessions: { _id: string; date: string }[] = await classesOf(clerk, course._id)
    const { parent, children } = await family(portal, 0, 'Owing')
    const [child = ''] = children
    const enrolled = await enrol(clerk, child, course._id)
    for (const [place, date] of tuesdays.entries()) {
      await clerk.put(`/enrollment/${enrolled._id}`, { credit: place === 1 ? 30 : 10 })
      const session = sessions.find((each) => each.date === date)?._id
      const answer = await clerk.post(`/attendance/take/${session}`, [{ member: child, status: 'P' }])
      expect(answer.json(), answer.body).toMatchObject({ present: 1, outstanding: 1 })
    }
    return { parent, child, course: course._id, name: course.name }
  }

  const closeAll = async (parent: string, by = clerk, body: unknown = { outStanding: false }) => {
    const answer = await by.put(`/attendance/clearOutstanding/wallet/${parent}`, body)
    return { statusCode: answer.statusCode, ...answer.json() }
  }
  const openDays = async (parent: string) =>
    (await clerk.get(`/attendance?walletMember=${parent}&outstanding=true&sort=%2BclassDate`))
      .json()
      .items.map((row: { classDate: string }) => row.classDate)

  return { owing, closeAll, openDays }
}
