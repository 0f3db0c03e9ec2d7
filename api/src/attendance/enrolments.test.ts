import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestPortal, testPortal } from '../testing.ts'
import { bodies, type Choices, choicesIn, enrolMember, insertRow, testEntry } from '../testing-families.ts'

let portal: TestPortal
let clerk: Client
let choices: Choices
let make: ReturnType<typeof bodies>
let sport: string
let centre: string

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  choices = await choicesIn(portal)
  make = bodies(choices)
  sport = await portal.run((tx) => insertRow(tx, 'sport', { description: 'Taekwondo' }))
  centre = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Damansara' }))
})
afterAll(() => portal.close())

const unknown = '01900000-0000-7000-8000-00000000abcd'
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
  const answer = await by.post('/enrollment', { creditType: 'normal', ...body })
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

describe('an enrolment', () => {
  test('takes the credit of the course for its type, and keeps it when the course changes', async () => {
    const course = await newCourse()
    const credits = { normal: 10, normal2: 20, special: 15, free: 0, trial1: 0 }
    for (const [creditType, credit] of Object.entries(credits)) {
      const member = await adult()
      const enrolled = await enrol({ member: member._id, course, creditType })
      expect(enrolled).toMatchObject({
        member: { _id: member._id, name: member.name },
        credit,
        walletMember: { _id: member._id, name: member.name, wallet: 0, hasOutstanding: false },
        isDisable: false,
        isDone: false,
      })
      await change(sql`update course set normal = 99 where id = ${course}`)
      expect((await clerk.get(`/enrollment/${enrolled._id}`)).json().credit).toBe(credit)
      await change(sql`update course set normal = 10 where id = ${course}`)
    }
  })

  test('takes the credit sent instead', async () => {
    expect(await enrol({ member: (await adult())._id, course: await newCourse(), credit: 7 })).toMatchObject({
      credit: 7,
    })
  })

  test('of an unlimited course asks for the credit that the course does not say', async () => {
    const course = await newCourse({ unlimited: true, special: null, free: null, centre: null, sport: null })
    const { _id } = await adult()
    const refused = await send({ member: _id, course, creditType: 'special' })
    expect(refused).toMatchObject({ statusCode: 400, details: [{ path: 'credit', message: 'Credit is required' }] })
    expect(await enrol({ member: _id, course, creditType: 'special', credit: 3 })).toMatchObject({ credit: 3 })
  })

  test.each([
    ['member', null, 400],
    ['member', 'nonsense', 400],
    ['member', unknown, 404],
    ['course', '', 400],
    ['course', unknown, 404],
    ['creditType', undefined, 400],
    ['creditType', 'normal1', 400],
    ['credit', null, 400],
    ['credit', -1, 400],
    ['credit', 1.5, 400],
    ['credit', '5', 400],
    ['credit', 1e12, 400],
    ['remark', 'x'.repeat(201), 400],
    ['walletMember', 'nonsense', 400],
    ['walletMember', unknown, 400],
  ])('with %s %j is refused', async (path, given, statusCode) => {
    const refused = await send({ member: (await adult())._id, course: await newCourse(), [path]: given })
    expect(refused.statusCode).toBe(statusCode)
    if (statusCode === 400) expect(refused.details).toMatchObject([{ path }])
  })

  test('of a disabled member or in a disabled course is refused', async () => {
    const gone = await adult({ isDisable: true })
    expect((await send({ member: gone._id, course: await newCourse() })).statusCode).toBe(409)
    const closed = await newCourse({ is_disable: true })
    expect(await send({ member: (await adult())._id, course: closed })).toMatchObject({
      statusCode: 409,
      details: [{ path: 'course' }],
    })
  })

  test('is the only active one of member and course', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const first = await enrol({ member, course })
    expect(await send({ member, course, creditType: 'free' })).toMatchObject({
      statusCode: 409,
      details: [{ path: 'course', message: 'This member is already enrolled in the course' }],
    })
    const excluded = async () => (await clerk.get(`/enrollment/excuded-course/${member}`)).json()
    expect(await excluded()).toEqual({ items: [course] })
    await edit(first._id, { isDisable: true })
    expect(await excluded()).toEqual({ items: [] })
    await enrol({ member, course })
    expect(await edit(first._id, { isDisable: false })).toMatchObject({ statusCode: 409 })
  })

  test('also when two clerks enrol at once', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ member, course })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

describe('the wallet that pays', () => {
  test("is a dependent child's parent's", async () => {
    const parent = await family()
    const [child] = parent.children
    const enrolled = await enrol({ member: child._id, course: await newCourse() })
    expect(enrolled.walletMember).toMatchObject({ _id: parent._id, name: parent.name })
    for (const walletMember of [child._id, (await adult())._id])
      expect(await send({ member: child._id, course: await newCourse(), walletMember })).toMatchObject({
        statusCode: 400,
        details: [{ path: 'walletMember' }],
      })
  })

  test('is asked for when there are several parents', async () => {
    const [mother, father] = [await family(), await family(0)]
    const [child] = mother.children
    await clerk.put(`/member/${child._id}`, { mainIDs: [mother._id, father._id] })
    const body = { member: child._id, course: await newCourse() }
    expect(await send(body)).toMatchObject({
      statusCode: 400,
      details: [{ path: 'walletMember', message: 'Please select the wallet that pays' }],
    })
    const enrolled = await enrol({ ...body, walletMember: father._id })
    expect(enrolled.walletMember._id).toBe(father._id)
    expect((await edit(enrolled._id, { walletMember: mother._id })).walletMember._id).toBe(mother._id)
    await clerk.put(`/member/${father._id}`, { isDisable: true })
    expect((await edit(enrolled._id, { walletMember: father._id })).statusCode).toBe(409)
    expect((await enrol({ member: child._id, course: await newCourse() })).walletMember._id).toBe(mother._id)
  })

  test('is no disabled one', async () => {
    const parent = await family()
    await clerk.put(`/member/${parent._id}`, { isDisable: true })
    expect(await send({ member: parent.children[0]._id, course: await newCourse() })).toMatchObject({
      statusCode: 409,
      message: `${parent.name} is disabled`,
    })
  })

  test('of an enrolment that is enabled again is one that may pay now', async () => {
    const parent = await family()
    const [child] = parent.children
    const { _id } = await enrol({ member: child._id, course: await newCourse() })
    await edit(_id, { isDisable: true })
    await clerk.put(`/member/${parent._id}/independent/${child._id}`)
    expect((await edit(_id, { isDisable: false })).walletMember._id).toBe(child._id)
  })
})

describe('trials', () => {
  test('come first and second, and never a third time', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const trial = (creditType: string) => send({ member, course, creditType })
    expect(await trial('trial2')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    const first = await enrol({ member, course, creditType: 'trial1' })
    expect(await count(member, course)).toBe(1)
    expect(await trial('trial1')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    await edit(first._id, { isDisable: true })
    expect(await trial('trial1')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    const second = await enrol({ member, course, creditType: 'trial2' })
    await edit(second._id, { isDisable: true })
    expect(await count(member, course)).toBe(2)
    for (const type of ['trial1', 'trial2']) expect((await trial(type)).statusCode).toBe(409)
    expect(await count(member, await newCourse())).toBe(0)
    await enrol({ member, course })
  })

  test('of one course at once: one gets it', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ member, course, creditType: 'trial1' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(await count(member, course)).toBe(1)
  })

  test('are counted one after the other, also when two enrolments become one at once', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const ended: string[] = []
    for (let each = 0; each < 4; each++) {
      const { _id } = await enrol({ member, course })
      await edit(_id, { isDisable: true })
      ended.push(_id)
    }
    const answers = await Promise.all(ended.map((id) => edit(id, { creditType: 'trial1' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(await count(member, course)).toBe(1)
  })

  test('the second needs membership trial, and done needs membership done', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const editor = await portal.as({ membership: ['view', 'edit'] })
    const first = await enrol({ member, course, creditType: 'trial1' }, editor)
    expect((await edit(first._id, { isDisable: true }, editor)).statusCode).toBe(403)
    const closer = await portal.as({ membership: ['view', 'done'] })
    expect((await edit(first._id, { isDisable: true, remark: 'and more' }, closer)).statusCode).toBe(403)
    expect(await edit(first._id, { isDisable: true }, closer)).toMatchObject({ isDisable: true, isDone: true })
    expect((await send({ member, course, creditType: 'trial2' }, editor)).statusCode).toBe(403)
    await enrol({ member, course, creditType: 'trial2' }, await portal.as({ membership: ['view', 'edit', 'trial'] }))
  })

  test('once done keep credit type, credit and remark, and stay done', async () => {
    const { _id } = await enrol({ member: (await adult())._id, course: await newCourse(), creditType: 'trial1' })
    await edit(_id, { isDisable: true })
    for (const body of [{ creditType: 'normal' }, { credit: 5 }, { remark: 'Late' }, { isDisable: false }])
      expect((await edit(_id, body)).statusCode).toBe(409)
    expect(await edit(_id, { creditType: 'trial1', credit: 0, remark: '', isDisable: true })).toMatchObject({
      statusCode: 200,
      isDone: true,
    })
    expect((await clerk.delete(`/enrollment/${_id}`)).statusCode).toBe(409)
  })

  test('are counted when an enrolment becomes one', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const done = await enrol({ member, course, creditType: 'trial1' })
    await edit(done._id, { isDisable: true })
    const { _id } = await enrol({ member, course, creditType: 'normal' })
    expect((await edit(_id, { creditType: 'trial1' })).statusCode).toBe(409)
    expect(await edit(_id, { creditType: 'trial2' })).toMatchObject({ creditType: 'trial2', credit: 0 })
    expect(await edit(_id, { creditType: 'special' })).toMatchObject({ creditType: 'special', credit: 15 })
  })
})

describe('an enrolment that is not a trial', () => {
  test('is disabled and enabled with membership edit, and is never done', async () => {
    const editor = await portal.as({ membership: ['view', 'edit'] })
    const { _id } = await enrol({ member: (await adult())._id, course: await newCourse() })
    expect(await edit(_id, { isDisable: true }, editor)).toMatchObject({ isDisable: true, isDone: false })
    expect(await edit(_id, { isDisable: false, remark: ' Back ' }, editor)).toMatchObject({
      isDisable: false,
      remark: 'Back',
    })
    const closer = await portal.as({ membership: ['view', 'done'] })
    expect((await edit(_id, { isDisable: true }, closer)).statusCode).toBe(403)
    expect((await edit(_id, {}, await portal.as({ membership: ['view'] }))).statusCode).toBe(403)
  })

  test('is not enabled in a disabled course or of a disabled member', async () => {
    const [{ _id: member }, course] = [await adult(), await newCourse()]
    const { _id } = await enrol({ member, course })
    await edit(_id, { isDisable: true })
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await edit(_id, { isDisable: false })).statusCode).toBe(409)
    await clerk.put(`/member/${member}`, { isDisable: false })
    await change(sql`update course set is_disable = true where id = ${course}`)
    expect((await edit(_id, { isDisable: false })).statusCode).toBe(409)
    expect((await edit(_id, { remark: 'still edited' })).statusCode).toBe(200)
  })

  test('is deleted while nobody attended with it', async () => {
    const { _id } = await enrol({ member: (await adult())._id, course: await newCourse() })
    expect((await clerk.delete(`/enrollment/${_id}`)).json()).toEqual({ _id })
    expect((await clerk.get(`/enrollment/${_id}`)).statusCode).toBe(404)
    expect((await edit(_id, { remark: 'x' })).statusCode).toBe(404)
    expect((await clerk.delete(`/enrollment/${_id}`)).statusCode).toBe(404)
  })
})

/** A class of a course on 20 November 2026. */
const newClass = (course: string) =>
  portal.run(async (tx) => {
    const times = { starts: '09:00', ends: '10:00', main_instructor: [choices.coach] }
    const year = await insertRow(tx, 'course_year', { course, year: 2026, day: 5, ...times })
    return insertRow(tx, 'class', { course_year: year, course, date: '2026-11-20', ...times })
  })
const attend = (enrolment: { _id: string; member: { _id: string }; walletMember: { _id: string } }, of: object) =>
  portal.run((tx) =>
    insertRow(tx, 'attendance', {
      member: enrolment.member._id,
      enrolment: enrolment._id,
      wallet_member: enrolment.walletMember._id,
      credit_type: 'normal',
      class_date: '2026-11-20',
      credit_minus: 10,
      taken_by_name: 'x',
      ...of,
    }),
  )

test('an enrolment with attendance is not deleted', async () => {
  const course = await newCourse()
  const enrolled = await enrol({ member: (await adult())._id, course })
  await attend(enrolled, { class: await newClass(course), course, status: 'A' })
  expect(await clerk.delete(`/enrollment/${enrolled._id}`).then((answer) => answer.json())).toMatchObject({
    statusCode: 409,
    message: 'This enrollment has attendance; disable it instead',
  })
})

describe('the students of a class', () => {
  test('are the active enrolments in the order of credit types, then names', async () => {
    const course = await newCourse()
    const parent = await enrolMember(
      clerk,
      make.parent({ children: [make.kid({ name: 'chloe', belt: choices.belt })] }),
    )
    const add = (member: string, creditType: string) => enrol({ member, course, creditType })
    await add((await adult({ name: 'Zul' }))._id, 'trial1')
    await add((await adult({ name: 'Ben' }))._id, 'normal')
    await add((await adult({ name: 'Xin' }))._id, 'special')
    await add((await adult({ name: 'Yan' }))._id, 'free')
    await add((await adult({ name: 'Wan' }))._id, 'normal2')
    const chloe = await add(parent.children[0]._id, 'normal')
    await edit((await add((await adult({ name: 'Quit' }))._id, 'normal'))._id, { isDisable: true })
    const away = await adult({ name: 'Away' })
    await add(away._id, 'normal')
    await clerk.put(`/member/${away._id}`, { isDisable: true })
    await attend(chloe, {
      class: await newClass(await newCourse()),
      course,
      status: 'P',
      check_in: '09:00',
      outstanding: true,
    })
    const session = await newClass(course)
    const { items, total } = (await clerk.get(`/enrollment/attendance/students/${session}`)).json()
    const summary = items.map(
      (row: { member: { name: string }; creditType: string }) => `${row.member.name} ${row.creditType}`,
    )
    expect(summary).toEqual(['Xin special', 'Wan normal2', 'Ben normal', 'chloe normal', 'Yan free', 'Zul trial1'])
    expect(total).toBe(6)
    expect(items[3]).toMatchObject({
      member: { thumbnail: null, belt: { _id: choices.belt, beltColor: 'White' } },
      walletMember: { _id: parent._id, name: parent.name, wallet: 0, hasOutstanding: true },
    })
    expect(items[2].walletMember.hasOutstanding).toBe(false)
  })

  test("of another centre's class are not there", async () => {
    const session = await newClass(await newCourse())
    const path = `/enrollment/attendance/students/${session}`
    const elsewhere = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Klang' }))
    const mark = { attendance: ['view', 'mark'] }
    expect((await (await portal.as(mark, { centres: [elsewhere] })).get(path)).statusCode).toBe(404)
    expect((await (await portal.as(mark, { centres: [centre] })).get(path)).statusCode).toBe(200)
    expect((await clerk.get(`/enrollment/attendance/students/${unknown}`)).statusCode).toBe(404)
    expect((await (await portal.as({ membership: ['view'] })).get(path)).statusCode).toBe(403)
  })
})

describe('the list of enrolments', () => {
  test('shows wallets, so marking attendance alone does not open it', async () => {
    const coach = await portal.as({ attendance: ['view', 'mark', 'edit'] })
    expect((await coach.get('/enrollment')).statusCode).toBe(403)
    expect((await (await portal.as({ membership: ['view'] })).get('/enrollment')).statusCode).toBe(200)
  })

  test('is filtered, searched, sorted and paged', async () => {
    const parent = await family(2)
    const [one, two] = parent.children
    const [first, second] = [await newCourse({ name: 'Judo 100%' }), await newCourse({ name: 'Aikido' })]
    await enrol({ member: one._id, course: first })
    await enrol({ member: one._id, course: second, creditType: 'free' })
    const ended = await enrol({ member: two._id, course: second })
    await edit(ended._id, { isDisable: true })
    const ask = async (query: string) => {
      const { items, total } = (await clerk.get(`/enrollment?walletMember=${parent._id}&${query}`)).json()
      return [total, ...items.map((row: { course: { name: string } }) => row.course.name)]
    }
    expect(await ask(`member=${one._id}`)).toEqual([2, 'Aikido', 'Judo 100%'])
    expect(await ask('active=true&sort=-course')).toEqual([2, 'Judo 100%', 'Aikido'])
    expect(await ask('isDisable=true')).toEqual([1, 'Aikido'])
    expect(await ask(`course=${first}`)).toEqual([1, 'Judo 100%'])
    expect(await ask('creditType=free')).toEqual([1, 'Aikido'])
    expect(await ask('searchText=0%25')).toEqual([1, 'Judo 100%'])
    expect(await ask('sort=-creditType,course&limit=2&offset=1')).toEqual([3, 'Aikido', 'Judo 100%'])
    for (const query of ['creditType=bad', 'limit=0', 'sort=wallet', 'member=x'])
      expect((await clerk.get(`/enrollment?${query}`)).statusCode).toBe(400)
  })
})

test('the same enrolments stand under the member', async () => {
  const [member, other] = [await adult(), await adult()]
  const course = await newCourse()
  const path = (id: string) => `/member/${id}/member-classes`
  const added = await clerk.post(path(member._id), { course, creditType: 'normal', member: other._id })
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
