import { createSession } from '../../src/staff/staff.ts'
import { putPackage } from '../support/academy.ts'
import { classesOf, coursePlaces, newCourse, newYear } from '../support/courses/courses.ts'
import { insertMember, insertRow } from '../support/families.ts'
import { type TestPortal, testPortal } from '../support/portal.ts'

/** Few wallets, so that many requests contend for the same one. */
const families = 6
const childrenOfEach = 3

export interface Ground {
  portal: TestPortal
  coach: string
  packages: string[]
  parents: string[]
  /** Each class with the members who may be marked in it. */
  classes: { id: string; students: string[] }[]
  /** A token for the next half hour. */
  signIn(): Promise<string>
}

/** An academy on a database of its own that several portals share; its clock runs with theirs. */
export async function stormGround(courseCount: number): Promise<Ground> {
  const portal = await testPortal()
  const clerk = await portal.as(undefined, { username: 'clerk' })
  const places = await coursePlaces(portal)
  const packages: string[] = []
  const parents: string[] = []
  const children: { child: string; parent: string }[] = []
  await portal.run(async (tx) => {
    for (const [credit, addition, duration] of [
      [20, 0, 1],
      [50, 10, 6],
    ])
      packages.push(await putPackage(tx, { credit, addition, duration }))
    for (let n = 0; n < families; n++) {
      const email = `parent${n}@example.com`
      const parent = await insertMember(tx, { kind: 'parent', name: `Parent ${n}`, email })
      parents.push(parent)
      for (let each = 0; each < childrenOfEach; each++)
        children.push({
          parent,
          child: await insertMember(tx, { kind: 'child', name: `Child ${n} ${each}` }, [parent]),
        })
    }
  })
  const classes: Ground['classes'] = []
  for (let n = 0; n < courseCount; n++) {
    const course = await newCourse(clerk, places)
    // Of a past year, so that every class can be marked.
    await newYear(clerk, places, course._id, { year: 2025, day: n })
    await portal.run(async (tx) => {
      const type = { course: course._id, credit_type: 'normal', credit: 10 }
      for (const { child, parent } of children)
        await insertRow(tx, 'enrolment', { ...type, member: child, wallet_member: parent })
    })
    const students = children.map(({ child }) => child)
    for (const { _id } of await classesOf(clerk, course._id, 2025)) classes.push({ id: _id, students })
  }
  return {
    portal,
    coach: places.tan,
    packages,
    parents,
    classes,
    async signIn() {
      portal.clock.set(new Date(Date.now()).toISOString())
      const device = { address: '127.0.0.1', userAgent: 'storm' }
      return (await portal.run((tx) => createSession(tx, clerk.userId, device))).token
    },
  }
}
