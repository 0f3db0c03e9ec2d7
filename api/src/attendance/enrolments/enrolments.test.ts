import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openEnrolmentDesk } from '../../../test/support/courses/enrolments.ts'
import { unknown } from '../../../test/support/portal.ts'

const { portal, clerk, desk } = await openEnrolmentDesk()
afterAll(() => portal.close())

describe('an enrolment', () => {
  test('keeps the credit it was made with when the course changes', async () => {
    const course = await desk.newCourse()
    const member = await desk.adult()
    const enrolled = await desk.enrol({ member: member._id, course, credit: 7 })
    expect(enrolled).toMatchObject({
      member: { _id: member._id, name: member.name },
      creditType: 'normal',
      credit: 7,
      walletMember: { _id: member._id, name: member.name, wallet: 0, hasOutstanding: false },
      isDisable: false,
      isDone: false,
    })
    await desk.change(sql`update course set normal = 99 where id = ${course}`)
    expect((await clerk.get(`/enrollment/${enrolled._id}`)).json().credit).toBe(7)
  })

  test('of another type takes the credit of the course for it, and asks for one that the course does not say', async () => {
    const credits = { normal2: 20, special: 15, free: 0 }
    const { _id } = await desk.enrol({ member: (await desk.adult())._id, course: await desk.newCourse(), credit: 7 })
    for (const [creditType, credit] of Object.entries(credits))
      expect(await desk.edit(_id, { creditType })).toMatchObject({ creditType, credit })
    const unlimited = { unlimited: true, special: null, free: null, centre: null, sport: null }
    const other = await desk.enrol({ member: (await desk.adult())._id, course: await desk.newCourse(unlimited) })
    const details = [{ path: 'credit', message: 'Credit is required' }]
    expect(await desk.edit(other._id, { creditType: 'special' })).toMatchObject({ statusCode: 400, details })
    expect(await desk.edit(other._id, { creditType: 'special', credit: 3 })).toMatchObject({ credit: 3 })
  })

  test('reads normal1 as Normal Credit 2', async () => {
    const draft = { member: (await desk.adult())._id, course: await desk.newCourse(), creditType: 'normal1' }
    const made = await desk.enrol(draft)
    expect(made).toMatchObject({ creditType: 'normal2' })
    expect(await desk.edit(made._id, { creditType: 'normal', credit: 4 })).toMatchObject({ creditType: 'normal' })
    expect(await desk.edit(made._id, { creditType: 'normal1', credit: 4 })).toMatchObject({ creditType: 'normal2' })
    for (const list of ['/enrollment', '/member/member-classes', `/member/${draft.member}/member-classes`]) {
      const answer = await clerk.get(`${list}?member=${draft.member}&creditType=normal1`)
      expect(answer.json().items, answer.body).toMatchObject([{ _id: made._id }])
    }
  })

  test.each([
    ['member', null, 400],
    ['member', 'nonsense', 400],
    ['member', unknown, 404],
    ['course', '', 400],
    ['course', unknown, 404],
    ['creditType', undefined, 400],
    ['creditType', 'normal3', 400],
    ['credit', undefined, 400],
    ['credit', null, 400],
    ['credit', -1, 400],
    ['credit', 1.5, 400],
    ['credit', 'five', 400],
    ['credit', 1e12, 400],
    ['remark', 'x'.repeat(201), 400],
    ['walletMember', 'nonsense', 400],
    ['walletMember', unknown, 400],
  ])('with %s %j is refused', async (path, given, statusCode) => {
    const refused = await desk.send({ member: (await desk.adult())._id, course: await desk.newCourse(), [path]: given })
    expect(refused.statusCode).toBe(statusCode)
    if (statusCode === 400) expect(refused.details).toMatchObject([{ path }])
  })

  test('of a disabled member or in a disabled course is refused', async () => {
    const gone = await desk.adult({ isDisable: true })
    expect((await desk.send({ member: gone._id, course: await desk.newCourse() })).statusCode).toBe(409)
    const closed = await desk.newCourse({ is_disable: true })
    expect(await desk.send({ member: (await desk.adult())._id, course: closed })).toMatchObject({
      statusCode: 409,
      details: [{ path: 'course' }],
    })
  })

  test('is the only active one of member and course', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const first = await desk.enrol({ member, course })
    expect(await desk.send({ member, course, creditType: 'free' })).toMatchObject({
      statusCode: 409,
      details: [{ path: 'course', message: 'This member is already enrolled in the course' }],
    })
    const excluded = async () => (await clerk.get(`/enrollment/excuded-course/${member}`)).json()
    expect(await excluded()).toEqual({ items: [course] })
    await desk.edit(first._id, { isDisable: true })
    expect(await excluded()).toEqual({ items: [] })
    await desk.enrol({ member, course })
    expect(await desk.edit(first._id, { isDisable: false })).toMatchObject({ statusCode: 409 })
  })

  test('also when two clerks enrol at once', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.send({ member, course })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('whose an enrolment is', () => {
  test('cannot be changed, and it may be sent back as it was read', async () => {
    const enrolled = await desk.enrol({ member: (await desk.adult())._id, course: await desk.newCourse() })
    const read = (await clerk.get(`/enrollment/${enrolled._id}`)).json()
    expect(await desk.edit(enrolled._id, read)).toMatchObject({ statusCode: 200 })
    const others = { member: (await desk.adult())._id, course: await desk.newCourse() }
    for (const [path, other] of Object.entries(others))
      for (const sent of [other, 'nonsense']) {
        const answer = await desk.edit(enrolled._id, { [path]: sent, remark: 'Other' })
        expect(answer).toMatchObject({ statusCode: 400, details: [{ path }] })
      }
    expect((await clerk.get(`/enrollment/${enrolled._id}`)).json()).toMatchObject({ remark: read.remark })
  })
})

describe('the wallet that pays', () => {
  test("is a dependent child's parent's", async () => {
    const parent = await desk.family()
    const [child] = parent.children
    const enrolled = await desk.enrol({ member: child._id, course: await desk.newCourse() })
    expect(enrolled.walletMember).toMatchObject({ _id: parent._id, name: parent.name })
    for (const walletMember of [child._id, (await desk.adult())._id])
      expect(await desk.send({ member: child._id, course: await desk.newCourse(), walletMember })).toMatchObject({
        statusCode: 400,
        details: [{ path: 'walletMember' }],
      })
  })

  test('is required when there are several parents', async () => {
    const [mother, father] = [await desk.family(), await desk.family(0)]
    const [child] = mother.children
    await clerk.put(`/member/${child._id}`, { mainIDs: [mother._id, father._id] })
    const body = { member: child._id, course: await desk.newCourse() }
    expect(await desk.send(body)).toMatchObject({
      statusCode: 400,
      details: [{ path: 'walletMember', message: 'Please select the wallet that pays' }],
    })
    const enrolled = await desk.enrol({ ...body, walletMember: father._id })
    expect(enrolled.walletMember._id).toBe(father._id)
    expect((await desk.edit(enrolled._id, { walletMember: mother._id })).walletMember._id).toBe(mother._id)
    await clerk.put(`/member/${father._id}`, { isDisable: true })
    expect((await desk.edit(enrolled._id, { walletMember: father._id })).statusCode).toBe(409)
    expect((await desk.enrol({ member: child._id, course: await desk.newCourse() })).walletMember._id).toBe(mother._id)
  })

  test('is no disabled one', async () => {
    const parent = await desk.family()
    await clerk.put(`/member/${parent._id}`, { isDisable: true })
    expect(await desk.send({ member: parent.children[0]._id, course: await desk.newCourse() })).toMatchObject({
      statusCode: 409,
      message: `${parent.name} is disabled`,
    })
  })

  test('of an enrolment that is enabled again is one that may pay now', async () => {
    const parent = await desk.family()
    const [child] = parent.children
    const { _id } = await desk.enrol({ member: child._id, course: await desk.newCourse() })
    await desk.edit(_id, { isDisable: true })
    await clerk.put(`/member/${parent._id}/independent/${child._id}`)
    expect((await desk.edit(_id, { isDisable: false })).walletMember._id).toBe(child._id)
  })
})

describe('an enrolment that is not a trial', () => {
  test('is disabled and enabled with membership edit, and is never done', async () => {
    const editor = await portal.as({ membership: ['view', 'edit'] })
    const { _id } = await desk.enrol({ member: (await desk.adult())._id, course: await desk.newCourse() })
    expect(await desk.edit(_id, { isDisable: true }, editor)).toMatchObject({ isDisable: true, isDone: false })
    expect(await desk.edit(_id, { isDisable: false, remark: ' Back ' }, editor)).toMatchObject({
      isDisable: false,
      remark: 'Back',
    })
    const closer = await portal.as({ membership: ['view', 'done'] })
    expect((await desk.edit(_id, { isDisable: true }, closer)).statusCode).toBe(403)
    expect((await desk.edit(_id, {}, await portal.as({ membership: ['view'] }))).statusCode).toBe(403)
  })

  test('is not enabled in a disabled course or of a disabled member', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const { _id } = await desk.enrol({ member, course })
    await desk.edit(_id, { isDisable: true })
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await desk.edit(_id, { isDisable: false })).statusCode).toBe(409)
    await clerk.put(`/member/${member}`, { isDisable: false })
    await desk.change(sql`update course set is_disable = true where id = ${course}`)
    expect((await desk.edit(_id, { isDisable: false })).statusCode).toBe(409)
    expect((await desk.edit(_id, { remark: 'still edited' })).statusCode).toBe(200)
  })

  test('is deleted while nobody attended with it', async () => {
    const { _id } = await desk.enrol({ member: (await desk.adult())._id, course: await desk.newCourse() })
    expect((await clerk.delete(`/enrollment/${_id}`)).json()).toEqual({ _id })
    expect((await clerk.get(`/enrollment/${_id}`)).statusCode).toBe(404)
    expect((await desk.edit(_id, { remark: 'x' })).statusCode).toBe(404)
    expect((await clerk.delete(`/enrollment/${_id}`)).statusCode).toBe(404)
  })
})

/** A class of a course on 20 November 2026. */
test('the same enrolments stand under the member', async () => {
  const [member, other] = [await desk.adult(), await desk.adult()]
  const course = await desk.newCourse()
  const path = (id: string) => `/member/${id}/member-classes`
  const added = await clerk.post(path(member._id), { course, creditType: 'normal', credit: 10, member: other._id })
  expect(added.statusCode).toBe(201)
  const { _id } = added.json()
  expect(added.json().member._id).toBe(member._id)
  expect((await clerk.get(path(member._id))).json()).toEqual({ items: [added.json()], total: 1 })
  expect((await clerk.get(path(other._id))).json()).toEqual({ items: [], total: 0 })
  expect((await clerk.get(`/member/member-classes?course=${course}`)).json().total).toBe(1)
  expect((await clerk.get(`/member/${member._id}`)).json().classes).toMatchObject([
    { _id, creditType: 'normal', credit: 10 },
  ])
  expect((await clerk.put(`${path(member._id)}/${_id}`, { credit: 8 })).json()).toMatchObject({ credit: 8 })
  expect((await clerk.get(`${path(other._id)}/${_id}`)).statusCode).toBe(404)
  expect((await clerk.put(`${path(other._id)}/${_id}`, { credit: 1 })).statusCode).toBe(404)
  expect((await clerk.delete(`${path(other._id)}/${_id}`)).statusCode).toBe(404)
  expect((await clerk.get(`${path(member._id)}/${_id}`)).json().credit).toBe(8)
  expect((await clerk.delete(`${path(member._id)}/${_id}`)).json()).toEqual({ _id })
})
