/** Section 7, attendance: taking, changing, outstanding cases. Section 4 says what each does to the wallet. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Academy,
  assignYear,
  buildAcademy,
  buildAdult,
  buildCourse,
  buyPackage,
  clerkRights,
  coachRights,
  type Document,
  userWith,
  walletOf,
} from './academy.ts'
import { allManners, type Fields, type SpecificationClient } from './client.ts'
import { startPortal, today, year } from './start.ts'

let admin: SpecificationClient
let coach: SpecificationClient
let clerk: SpecificationClient
let academy: Academy
let close: () => Promise<void>
interface Student {
  member: Document
  enrolment: Document & { walletMember: Document; creditType: string; credit: number }
}
let course: Document
let rich: Student
let poor: Student
let classes: (Document & { date: string })[]
/** Each test has another class of the year, the last one first. */
let held: Document & Fields & { date: string }
let day: string

const enrolled = async (credit: boolean): Promise<Student> => {
  const member = await buildAdult(admin, academy, { credit })
  const body = { member: member._id, course: course._id, creditType: 'normal', credit: 10, walletMember: member._id }
  return { member, enrolment: await admin.post('/enrollment', body) }
}
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  coach = await userWith(admin, 'coach', coachRights)
  clerk = await userWith(admin, 'clerk', clerkRights)
  course = await buildCourse(admin, academy)
  await assignYear(admin, academy, course)
  rich = await enrolled(true)
  await buyPackage(admin, academy, rich.member)
  poor = await enrolled(false)
  const { items } = await coach.get('/class', { course: course._id, year, sort: '+date', limit: 1000 })
  classes = items.filter(({ date }: { date: string }) => date < today)
})
afterAll(() => close())
/** What the wallet held when the test began. */
let before: number
beforeEach(async () => {
  const next = classes.pop()
  if (!next) throw new Error('The year has no class left')
  held = await coach.get(`/class/${next._id}`)
  day = held.date
  before = await walletOf(admin, rich.member)
})
const spent = async () => before - (await walletOf(admin, rich.member))

/** A record as the class page sends it. */
const mark = ({ member, enrolment }: Student, status: 'P' | 'A', more: Fields = {}): Fields => ({
  member: member._id,
  walletMember: member._id,
  enrollment: enrolment._id,
  scheduledClass: held._id,
  classDate: day,
  course: course._id,
  mainInstructorInCharge: [academy.coach._id],
  assistantInstructorIncharge: [academy.assistant._id],
  creditType: 'normal',
  creditMinus: 10,
  status,
  checkInTime: status === 'P' ? '18:05' : null,
  ...more,
})
const ofClass = () => coach.get('/attendance', { scheduledClass: held._id, isMarkAttendance: 'true', limit: 0 })
const rowOf = async ({ member }: Student) =>
  (await coach.get('/attendance', { scheduledClass: held._id, limit: 0 })).items.find(
    (row: { member: Document }) => row.member._id === member._id,
  )

test.each(allManners.filter(([, { bodies }]) => bodies === 'JSON'))(
  'a class is taken by the coach in %s',
  async (_, manners) => {
    const client = coach.writing(manners)
    const records = [mark(rich, 'P'), mark(poor, 'A')].map((record) => ({ ...record, classDate: client.day(day) }))
    await client.post(`/attendance/take/${held._id}`, records)
    expect(await ofClass()).toMatchObject({ present: 1, absent: 1 })
    expect(await rowOf(rich)).toMatchObject({
      status: 'P',
      checkInTime: '18:05',
      classDate: day,
      creditMinus: 10,
      outStanding: false,
      takeBy: expect.anything(),
      course: { _id: course._id },
    })
    expect(await rowOf(poor)).toMatchObject({ status: 'A', checkInTime: null })
    expect(await spent()).toBe(10)
    expect(await walletOf(admin, poor.member)).toBe(0)
    expect((await coach.get('/class', { course: course._id, year, date: client.day(day) })).items).toMatchObject([
      { isAttendanceTaken: true },
    ])
    // A double click takes nothing twice.
    await client.post(`/attendance/take/${held._id}`, records)
    expect(await spent()).toBe(10)
    expect((await admin.get(`/member/${rich.member._id}/wallet`)).items[0]).toMatchObject({
      credit: -10,
      balanceAfter: before - 10,
    })
  },
)

test.each([
  ['a time', '18:05'],
  ['a time with seconds', '18:05:00'],
  ['an instant', '2026-11-17T10:05:00.000Z'],
  ['an instant with its zone', '2026-11-17T18:05:00+08:00'],
])('check-in is read from %s', async (_, checkInTime) => {
  await coach.post(`/attendance/take/${held._id}`, [mark(rich, 'P', { checkInTime })])
  expect((await rowOf(rich)).checkInTime).toBe('18:05')
})

test('a record with the objects that were read instead of their ids', async () => {
  const { items } = await coach.get(`/enrollment/attendance/students/${held._id}`, {
    course: course._id,
    isDisable: false,
  })
  const student = items.find(({ member }: { member: Document }) => member._id === rich.member._id)
  const { data, refusal } = await coach.attempt('POST', `/attendance/take/${held._id}`, [
    {
      ...mark(rich, 'P'),
      member: student.member,
      walletMember: student.walletMember,
      enrollment: student,
      scheduledClass: held,
      course: held.course,
      mainInstructorInCharge: held.mainInstructor,
    },
  ])
  expect(refusal).toBeUndefined()
  expect(data).toMatchObject({ present: 1 })
})

test('what a record says of credit, wallet and instructors is not trusted', async () => {
  const lies = {
    creditMinus: 1,
    creditType: 'free',
    mainInstructorInCharge: [academy.assistant._id],
    outStanding: false,
  }
  const { refusal } = await coach.attempt('POST', `/attendance/take/${held._id}`, [mark(rich, 'P', lies)])
  if (refusal) expect(await spent()).toBe(0)
  else expect([await spent(), (await rowOf(rich)).creditMinus]).toEqual([10, 10])
})

test('a wallet that does not cover the class leaves it outstanding, which a top-up lets close', async () => {
  await coach.post(`/attendance/take/${held._id}`, [mark(poor, 'P'), mark(rich, 'P')])
  expect(await rowOf(poor)).toMatchObject({ status: 'P', outStanding: true, creditMinus: 10 })
  const open = { outstanding: true, offset: 0, limit: 50, member: poor.member._id }
  const { items, total } = await clerk.get('/attendance', open)
  expect([total, items[0].outStanding]).toEqual([1, true])
  const close = (who: SpecificationClient) =>
    who.attempt('PUT', `/attendance/clearOutstanding/${items[0]._id}`, { outStanding: false })
  expect((await close(clerk)).refusal).toMatchObject({ statusCode: 409, message: expect.stringContaining('0') })
  await buyPackage(admin, academy, poor.member)
  await close(clerk)
  expect(await walletOf(admin, poor.member)).toBe(100)
  expect((await clerk.get('/attendance', open)).total).toBe(0)
  expect((await close(clerk)).refusal?.statusCode).toBe(409)
  expect(await walletOf(admin, poor.member)).toBe(100)
})

test('the class list counts who is present and absent, all of them with limit 0', async () => {
  expect(await ofClass()).toMatchObject({ items: [], present: 0, absent: 0 })
  await coach.post(`/attendance/take/${held._id}`, [mark(rich, 'P'), mark(poor, 'A')])
  const { items } = await ofClass()
  expect(items).toHaveLength(2)
})

describe('afterwards', () => {
  beforeEach(async () => {
    await coach.post(`/attendance/take/${held._id}`, [mark(rich, 'P', { checkOutTime: '19:00' })])
  })

  test('toggling to absent clears both times and gives the credit back, toggling again takes it', async () => {
    const { _id } = await rowOf(rich)
    await coach.put(`/attendance/${_id}`, { status: 'A' })
    expect(await rowOf(rich)).toMatchObject({ status: 'A', checkInTime: null, checkOutTime: null })
    expect(await spent()).toBe(0)
    await coach.put(`/attendance/${_id}`, { status: 'P' })
    expect(await rowOf(rich)).toMatchObject({ status: 'P', checkInTime: '18:00' })
    expect(await spent()).toBe(10)
  })

  test('extra members are added later, and nobody who is marked is marked again', async () => {
    const later = [mark(poor, 'A'), mark(rich, 'A')]
    expect(await coach.post(`/attendance/take/${held._id}`, later)).toMatchObject({ present: 1, absent: 1 })
    expect(await rowOf(rich)).toMatchObject({ status: 'P' })
    expect(await spent()).toBe(10)
  })

  test('a record that was read is put back whole with another check-out', async () => {
    const row = await rowOf(rich)
    await clerk.put(`/attendance/${row._id}`, { ...row, checkOutTime: '19:10' })
    expect(await rowOf(rich)).toMatchObject({ checkInTime: '18:05', checkOutTime: '19:10' })
    expect(await spent()).toBe(10)
  })

  test('the records of a member are listed by status and dates', async () => {
    const otherWay = day.split('-').toReversed().join('-')
    for (const [dates, total] of [
      [{ startDate: day, endDate: day }, 1],
      [{ startDate: otherWay, endDate: otherWay }, 1],
      [{ startDate: '01-12-2026', endDate: '31-12-2026' }, 0],
    ] as const)
      expect(
        await clerk.get('/attendance', { member: rich.member._id, status: 'P', course: course._id, ...dates }),
      ).toMatchObject({ total })
    for (const dates of [[day, day], day, `${day} - ${day}`, [otherWay, otherWay], otherWay])
      expect((await clerk.get('/attendance', { member: rich.member._id, dates })).total).toBe(1)
    for (const dates of [['2026-12-01', '2026-12-31'], '01-12-2026 - 31-12-2026'])
      expect((await clerk.get('/attendance', { member: rich.member._id, dates })).total).toBe(0)
    const [row] = (await clerk.get('/attendance', { member: rich.member._id, sort: '-classDate,+status' })).items
    const markedBy = typeof row.takeBy === 'object' ? row.takeBy._id : undefined
    if (markedBy) expect((await clerk.get('/attendance', { member: rich.member._id, markedBy })).total).toBe(1)
  })

  test('a record is deleted and the credit comes back', async () => {
    await coach.delete(`/attendance/${(await rowOf(rich))._id}`)
    expect(await spent()).toBe(0)
    expect((await ofClass()).items).toEqual([])
  })

  test('a class with attendance taken is neither changed nor cancelled, and the year is not re-scheduled', async () => {
    expect((await admin.refused('PUT', `/class/${held._id}`, { remark: 'Late' })).statusCode).toBe(409)
    expect((await admin.refused('DELETE', `/class/${held._id}`)).statusCode).toBe(409)
    const [plan] = (await admin.get('/course-scheduled-year', { course: course._id, year })).items
    expect(
      (await admin.refused('POST', `/course-scheduled-year/${plan._id}/${course._id}`, { ...plan, course: course._id }))
        .statusCode,
    ).toBe(409)
  })
})

test('one record is created with POST /attendance, which takes the class for this member', async () => {
  const made = await coach.post('/attendance', mark(rich, 'P'))
  expect(made).toMatchObject({ status: 'P', classDate: day, checkInTime: '18:05', creditMinus: 10, outStanding: false })
  expect(await coach.get(`/attendance/${made._id}`)).toMatchObject({ _id: made._id, scheduledClass: held._id })
  expect(await spent()).toBe(10)
  expect((await coach.refused('POST', '/attendance', mark(rich, 'P'))).statusCode).toBe(409)
  await coach.post('/attendance', mark(poor, 'A'))
  expect(await ofClass()).toMatchObject({ present: 1, absent: 1 })
  expect(await spent()).toBe(10)
  for (const field of ['member', 'scheduledClass', 'status'])
    expect((await coach.refused('POST', '/attendance', mark(rich, 'P', { [field]: null }))).details).toMatchObject([
      { path: field },
    ])
})

test('status is P or A, every record needs a member, and a class of tomorrow cannot be taken', async () => {
  for (const [record, message] of [
    [mark(rich, 'P', { status: 'X' }), undefined],
    [mark(rich, 'P', { member: null }), 'Please select a member'],
    [mark(rich, 'P', { checkInTime: '25:00' }), undefined],
  ] as const) {
    const refusal = await coach.refused('POST', `/attendance/take/${held._id}`, [record])
    expect(refusal.statusCode).toBe(400)
    if (message) expect(JSON.stringify(refusal)).toContain(message)
  }
  const [later] = (await coach.get('/class', { course: course._id, year, date: '2026-11-24' })).items
  expect(
    (
      await coach.refused('POST', `/attendance/take/${later._id}`, [
        mark(rich, 'P', { scheduledClass: later._id, classDate: '2026-11-24' }),
      ])
    ).statusCode,
  ).toBe(409)
  expect(await spent()).toBe(0)
})

test('the courses of the year are listed for marking, by who only marks', async () => {
  const { items } = await coach.get('/course-scheduled-year', { offset: 0, limit: 50, year, courseIsDisable: false })
  expect(items.map((each: { course: Document }) => each.course._id)).toContain(course._id)
})
