import { sql } from 'kysely'
import { insertRow } from '../families.ts'
import type { Client, TestPortal } from '../portal.ts'
import { insertTaught } from './courses.ts'

/** A class of a course in which the member is enrolled. */
export async function classFor(portal: TestPortal, clerk: Client, member: string) {
  const { course, id } = await portal.run(async (tx) => {
    const [coach] = await tx.query<{ id: string }>(sql`select id from coach`)
    if (!coach) throw new Error('There is no coach')
    const sport = await insertRow(tx, 'sport', { description: tx.newId() })
    const centre = await insertRow(tx, 'centre', { description: tx.newId() })
    const credits = { normal: 10, normal2: 20, special: 15, free: 0 }
    const course = await insertRow(tx, 'course', { name: tx.newId(), sport, centre, ...credits })
    const times = { starts: '09:00', ends: '10:00' }
    const year = await insertTaught(tx, 'courseYear', coach.id, { course, year: 2026, day: 5, ...times })
    const session = { course_year: year, course, date: '2026-11-20', ...times }
    return { course, id: await insertTaught(tx, 'class', coach.id, session) }
  })
  const enrolment = (await clerk.post('/enrollment', { member, course, creditType: 'normal', credit: 10 })).json()
  return { id, course, enrolment: enrolment._id, walletMember: enrolment.walletMember._id }
}
