import { afterAll, expect, test } from 'vitest'
import { openEnrolmentDesk } from '../../../test/support/courses/enrolments.ts'
import { unknown } from '../../../test/support/portal.ts'

const { portal, clerk, desk } = await openEnrolmentDesk()
afterAll(() => portal.close())

const path = '/enrollment/several'
const alike = { creditType: 'normal', credit: 8 }
const enrolledIn = async (course: string) => (await clerk.get(`/enrollment?course=${course}&limit=200`)).json()

test('several members are enrolled alike; who cannot be is named with the reason, and holds up nobody', async () => {
  const course = await desk.newCourse()
  const [one, two, there, gone] = [await desk.adult(), await desk.adult(), await desk.adult(), await desk.adult()]
  await desk.enrol({ member: there._id, course })
  await clerk.put(`/member/${gone._id}`, { isDisable: true })
  const first = await desk.family()
  const [child] = first.children
  const other = await desk.family()
  const mainIDs = [first._id, other._id]
  expect((await clerk.put(`/member/${child._id}`, { mainIDs })).statusCode).toBe(200)
  const [single] = other.children
  const members = [one._id, there._id, child._id, gone._id, unknown, two._id, one._id.toUpperCase(), single._id]
  const answer = await clerk.post(path, { course, ...alike, members })
  expect(answer.statusCode, answer.body).toBe(201)
  const { enrolled, failed } = answer.json()
  expect(enrolled.map((each: { member: { _id: string } }) => each.member._id)).toEqual([one._id, two._id, single._id])
  expect(enrolled[2]).toMatchObject({ course: { _id: course }, ...alike, walletMember: { _id: other._id } })
  expect(failed).toEqual([
    { _id: there._id, message: 'This member is already enrolled in the course' },
    { _id: child._id, message: 'Please select the wallet that pays' },
    { _id: gone._id, message: `${gone.name} is disabled` },
    { _id: unknown, message: 'Member not found' },
  ])
  expect((await enrolledIn(course)).total).toBe(4)
})

test('nobody is enrolled by a call that is refused, and each once by one that is repeated', async () => {
  const [course, closed] = [await desk.newCourse(), await desk.newCourse({ is_disable: true })]
  const members = [(await desk.adult())._id]
  const refusals: [object, number, string][] = [
    [{ members: [] }, 400, 'Please select at least one member'],
    [{ members: Array.from({ length: 101 }, () => unknown) }, 400, 'Members must have at most 100 entries'],
    [{ creditType: 'trial1', credit: 0 }, 400, 'A trial is enrolled member by member'],
    [{ credit: undefined }, 400, 'Credit is required'],
    [{ course: unknown }, 404, 'Course not found'],
    [{ course: closed }, 409, ' is disabled'],
  ]
  for (const [part, status, said] of refusals) {
    const answer = await clerk.post(path, { course, ...alike, members, ...part })
    expect([answer.statusCode, answer.json().message], answer.body).toEqual([status, expect.stringContaining(said)])
  }
  const elsewhere = await portal.as(undefined, { centres: [await otherCentre()] })
  const looking = await portal.as({ membership: ['view'] })
  for (const by of [elsewhere, looking])
    expect((await by.post(path, { course, ...alike, members })).statusCode).toBe(403)
  expect((await enrolledIn(course)).total).toBe(0)

  const key = { 'idempotency-key': 'several members of a course' }
  const answers = [1, 2].map(() => clerk.post(path, { course, ...alike, members }, key))
  const [once, again] = await Promise.all(answers)
  expect([once?.statusCode, again?.body]).toEqual([201, once?.body])
  expect((await enrolledIn(course)).total).toBe(1)
})

const otherCentre = async () => (await clerk.post('/centre', { description: 'Ampang' })).json()._id
