import type { sql } from 'kysely'
import { expect } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../families.ts'
import { type Client, type TestPortal, testEntry, testPortal } from '../portal.ts'

/** A sport, a centre and members, and the calls of an enrolment test. */
async function enrolmentDesk(portal: TestPortal, clerk: Client) {
  const choices = await choicesIn(portal)
  const make = bodies(choices)
  const sport = await portal.run((tx) => insertRow(tx, 'sport', { description: 'Taekwondo' }))
  const centre = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Damansara' }))
  let courses = 0
  const newCourse = (more: object = {}) =>
    portal.run((tx) => {
      const credits = { normal: 10, normal2: 20, special: 15, free: 0 }
      return insertRow(tx, 'course', { name: `Course ${++courses}`, sport, centre, ...credits, ...more })
    })
  const adult = (more: object = {}) => enrolMember(clerk, make.adult(more))
  const family = (kids = 1) =>
    enrolMember(clerk, make.parent({ children: Array.from({ length: kids }, () => make.kid()) }))
  const send = async (body: object, by = clerk) => {
    const credit = 'creditType' in body && String(body.creditType).startsWith('trial') ? 0 : 10
    const answer = await by.post('/enrollment', { creditType: 'normal', credit, ...body })
    return { statusCode: answer.statusCode, ...answer.json() }
  }
  const enrol = async (body: object, by = clerk) => {
    const enrolled = await send(body, by)
    expect(enrolled).toMatchObject({ statusCode: 201 })
    return enrolled
  }
  const edit = async (id: string, body: object, by = clerk) => {
    const answer = await by.put(`/enrollment/${id}`, body)
    return { statusCode: answer.statusCode, ...answer.json() }
  }
  const count = async (member: string, course: string) =>
    (await clerk.get(`/enrollment/count-trial/${member}/${course}`)).json().count
  const change = (statement: ReturnType<typeof sql>) =>
    portal.run((tx) => tx.change(testEntry, (on) => statement.execute(on())))
  return { choices, make, sport, centre, newCourse, adult, family, send, enrol, edit, count, change }
}

/** A portal of its own with a clerk who enrols. */
export async function openEnrolmentDesk() {
  const portal = await testPortal()
  const clerk = await portal.as()
  return { portal, clerk, desk: await enrolmentDesk(portal, clerk) }
}
