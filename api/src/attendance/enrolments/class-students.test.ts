import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { insertTaught } from '../../../test/support/courses/courses.ts'
import { openEnrolmentDesk } from '../../../test/support/courses/enrolments.ts'
import { enrolMember, insertRow } from '../../../test/support/families.ts'
import { unknown } from '../../../test/support/portal.ts'

const { portal, clerk, desk } = await openEnrolmentDesk()
afterAll(() => portal.close())

const newClass = (course: string) =>
  portal.run(async (tx) => {
    const times = { starts: '09:00', ends: '10:00' }
    const year = await insertTaught(tx, 'courseYear', desk.choices.coach, { course, year: 2026, day: 5, ...times })
    const session = { course_year: year, course, date: '2026-11-20', ...times }
    return insertTaught(tx, 'class', desk.choices.coach, session)
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
  const course = await desk.newCourse()
  const enrolled = await desk.enrol({ member: (await desk.adult())._id, course })
  await attend(enrolled, { class: await newClass(course), course, status: 'A' })
  expect(await clerk.delete(`/enrollment/${enrolled._id}`).then((answer) => answer.json())).toMatchObject({
    statusCode: 409,
    message: 'This enrollment has attendance; disable it instead',
  })
})

describe('the students of a class', () => {
  test('are the active enrolments in the order of credit types, then names', async () => {
    const course = await desk.newCourse()
    const parent = await enrolMember(
      clerk,
      desk.make.parent({ children: [desk.make.kid({ name: 'chloe', belt: desk.choices.belt })] }),
    )
    const add = (member: string, creditType: string) => desk.enrol({ member, course, creditType })
    await add((await desk.adult({ name: 'Zul' }))._id, 'trial1')
    await add((await desk.adult({ name: 'Ben' }))._id, 'normal')
    await add((await desk.adult({ name: 'Xin' }))._id, 'special')
    await add((await desk.adult({ name: 'Yan' }))._id, 'free')
    await add((await desk.adult({ name: 'Wan' }))._id, 'normal2')
    const chloe = await add(parent.children[0]._id, 'normal')
    await desk.edit((await add((await desk.adult({ name: 'Quit' }))._id, 'normal'))._id, { isDisable: true })
    const away = await desk.adult({ name: 'Away' })
    await add(away._id, 'normal')
    await clerk.put(`/member/${away._id}`, { isDisable: true })
    await attend(chloe, {
      class: await newClass(await desk.newCourse()),
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
      member: {
        thumbnail: null,
        dob: parent.children[0].dob,
        belt: { _id: desk.choices.belt, beltColor: 'White' },
        parents: [{ _id: parent._id, name: parent.name }],
      },
      walletMember: { _id: parent._id, name: parent.name, wallet: 0, hasOutstanding: true },
    })
    expect(items[0].member.parents).toEqual([])
    expect(items[2].walletMember.hasOutstanding).toBe(false)
  })

  test('come with who was present in the last class that was marked, and medical notes to who may read them', async () => {
    const course = await desk.newCourse()
    const [ali, ben] = [await desk.adult({ name: 'Ali', medical: 'Asthma' }), await desk.adult({ name: 'Ben' })]
    const rows = [await desk.enrol({ member: ali._id, course }), await desk.enrol({ member: ben._id, course })]
    const session = await newClass(course)
    const path = `/enrollment/attendance/students/${session}`
    expect((await clerk.get(path)).json().lastTime).toBeNull()
    // Of this class itself, of another course and of a later day.
    const other = await desk.newCourse()
    const here = { class: session, course, status: 'P', check_in: '09:00', credit_minus: 0 }
    await attend(rows[1], { ...here, class_date: '2026-11-20' })
    await attend(rows[1], { ...here, class: await newClass(other), course: other, class_date: '2026-11-19' })
    expect((await clerk.get(path)).json().lastTime).toBeNull()
    for (const [class_date, present, absent] of [
      ['2026-11-06', 0, 1],
      ['2026-11-13', 1, 0],
    ] as const) {
      const before = await portal.run((tx) =>
        insertTaught(tx, 'class', desk.choices.coach, {
          course_year: sql`(select course_year from class where id = ${session})`,
          ...{ course, date: class_date, starts: '09:00', ends: '10:00' },
        }),
      )
      const of = { class: before, course, class_date, credit_minus: 0 }
      await attend(rows[present], { ...of, status: 'P', check_in: '09:00' })
      await attend(rows[absent], { ...of, status: 'A' })
    }
    expect((await clerk.get(path)).json().lastTime).toEqual({ date: '2026-11-13', present: [ben._id] })

    const notes = async (who: Pick<typeof clerk, 'get'>) =>
      (await who.get(path)).json().items.map((row: { member: { medical: string | null } }) => row.member.medical)
    expect(await notes(await portal.as({ attendance: ['view'] }))).toEqual([null, null])
    expect(await notes(await portal.as({ attendance: ['view'], membership: ['view', 'sensitive'] }))).toEqual([
      'Asthma',
      null,
    ])
  })

  test("of another centre's class are not there", async () => {
    const session = await newClass(await desk.newCourse())
    const path = `/enrollment/attendance/students/${session}`
    const elsewhere = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Klang' }))
    const mark = { attendance: ['view', 'mark'] }
    expect((await (await portal.as(mark, { centres: [elsewhere] })).get(path)).statusCode).toBe(404)
    expect((await (await portal.as(mark, { centres: [desk.centre] })).get(path)).statusCode).toBe(200)
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
    const parent = await desk.family(2)
    const [one, two] = parent.children
    const [first, second] = [await desk.newCourse({ name: 'Judo 100%' }), await desk.newCourse({ name: 'Aikido' })]
    await desk.enrol({ member: one._id, course: first })
    await desk.enrol({ member: one._id, course: second, creditType: 'free' })
    const ended = await desk.enrol({ member: two._id, course: second })
    await desk.edit(ended._id, { isDisable: true })
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
    for (const query of ['creditType=bad', 'limit=0', 'member=x'])
      expect((await clerk.get(`/enrollment?${query}`)).statusCode).toBe(400)
  })
})
