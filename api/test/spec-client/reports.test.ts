/** Section 7, reports and point adjust: what they count, and every file with its name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Academy,
  assignYear,
  buildAcademy,
  buildAdult,
  buyPackage,
  coachRights,
  type Document,
  kid,
  parent,
  userWith,
} from './academy.ts'
import { type Fields, readSheet, type SpecificationClient } from './client.ts'
import { password, startPortal, today, year } from './start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
let adult: Document
let poor: Document
let elder: Document
let child: Document
let held: Document
const day = '2026-11-17'

/**
 * An adult and a child attended a class, somebody else could not pay for it; the adult got five credits and has 105 left,
 * the parent of the child 100.
 */
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  adult = await buildAdult(admin, academy)
  await admin.put(`/member/${adult._id}`, { tmNo: 'TM-77', belt: academy.belt._id })
  poor = await buildAdult(admin, academy, { credit: false })
  elder = await admin.post('/member', parent({ relationship: academy.relationship._id }))
  await buyPackage(admin, academy, elder)
  child = await admin.post('/member', kid({ coachIncharge: academy.coach._id, mainIDs: [elder._id] }))
  await assignYear(admin, academy, academy.course)
  held = (await admin.get('/class', { course: academy.course._id, year, date: day })).items[0]
  const students = [adult, poor, child]
  for (const { _id: member } of students)
    await admin.post('/enrollment', { member, course: academy.course._id, creditType: 'normal', credit: 10 })
  await admin.post(
    `/attendance/take/${held._id}`,
    students.map(({ _id: member }) => ({ member, scheduledClass: held._id, status: 'P', checkInTime: '18:00' })),
  )
  await admin.post('/credit-adjust', {
    date: '2026/11/20',
    approvedBy: 'administrator',
    member: adult._id,
    reason: 'Welcome',
    adjustCredit: 5,
  })
})
afterAll(() => close())

const report = (path: string, filters: Fields = {}) =>
  admin.get(`/report/${path}`, { offset: 0, limit: 20, ...filters })
const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
const ways = [
  ['YYYY-MM-DD', range],
  ['DD-MM-YYYY', { startDate: '01-11-2026', endDate: '30-11-2026' }],
  ['YYYY/MM/DD', { startDate: '2026/11/01', endDate: '2026/11/30' }],
] as const
const memberIds = (items: { member: Document }[]) => items.map(({ member }) => member._id).toSorted()
const sorted = (...members: Document[]) => members.map(({ _id }) => _id).toSorted()

describe.each(ways)('in %s', (_, dates) => {
  test('attendance report: status P, centre', async () => {
    const { items, total } = await report('attendance-report', { status: 'P', centre: [academy.centre._id], ...dates })
    expect([total, memberIds(items)]).toEqual([3, sorted(adult, poor, child)])
    expect(items[0]).toMatchObject({ status: 'P', classDate: day, className: expect.any(String) })
    expect((await report('attendance-report', { status: 'A', ...dates })).total).toBe(0)
  })

  test('collection report: done payments with their sum', async () => {
    const { items, total, totalAmount } = await report('collection-report', {
      ...dates,
      coachReceived: academy.coach._id,
    })
    expect([total, Number(totalAmount)]).toEqual([2, 200])
    expect(items[0]).toMatchObject({ orNo: expect.any(String), verifyBy: 'administrator', creditPurchase: 110 })
  })

  test('statement report: what came in and went out of each wallet', async () => {
    const { items } = await report('statement-report', dates)
    const mine = items.find(({ member }: { member: Document }) => member._id === adult._id)
    expect(mine).toMatchObject({ creditBeforeAdjust: 0, in: 115, out: 10, balance: 105 })
  })

  test('credit statement of a parent, children included', async () => {
    const answer = await report('credit-statement-report', { ...dates, parentId: elder._id })
    expect(answer).toMatchObject({ totalFlowIn: 110, totalFlowOut: 10, totalBalance: 100 })
  })

  test('coach student credit, summary flow', async () => {
    for (const path of ['coach-student-credit-report', 'member/summary-flow']) {
      const { items } = await report(path, { ...dates, coachIncharge: academy.coach._id })
      expect(memberIds(items)).toEqual(sorted(adult, poor, child))
      expect(items.find(({ member }: { member: Document }) => member._id === adult._id)).toMatchObject({
        balance: 105,
        attended: 1,
      })
    }
  })

  test('class monthly settlement: attendance and credits used, the outstanding not among them', async () => {
    const { items } = await report('class-monthly-settlement-Report', dates)
    expect(items).toMatchObject([{ className: academy.course.name, totalAttendance: 3, totalCreditsUsed: 20 }])
  })

  test('class attendance in days: a range under 31 days', async () => {
    const { items } = await report('class-attend-report', dates)
    expect(memberIds(items)).toEqual(sorted(adult, poor, child))
    expect(items[0].days[day]).toBeTruthy()
  })

  test('expiry report', async () => {
    const { items } = await report('expiry-report', { startDate: dates.startDate, endDate: '20-05-2027' })
    expect(items.map(({ _id }: Document) => _id).toSorted()).toEqual(sorted(adult, elder))
    expect(items[0]).toMatchObject({ creditExpired: '2027-05-20', expiredIn: 181 })
  })
})

test('a range of 31 days and more is refused by the class attendance report', async () => {
  const { data, refusal } = await admin.attempt(
    'GET',
    '/report/class-attend-report?startDate=2026-11-01&endDate=2026-12-31',
  )
  expect([data, refusal?.statusCode]).toEqual([undefined, 400])
})

test('the other way round, half a range and nonsense are told', async () => {
  for (const query of [
    'startDate=2026-11-30&endDate=2026-11-01',
    'startDate=31-02-2026&endDate=2026-03-01',
    'startDate=03/04/2026',
  ])
    expect((await admin.refused('GET', `/report/collection-report?${query}`)).statusCode).toBe(400)
})

test('the default ranges hold without filters', async () => {
  expect((await report('collection-report')).total).toBe(2)
  expect((await report('statement-report')).total).toBeGreaterThan(0)
  expect((await report('coach-student-credit-report')).total).toBe(3)
  // Yesterday to today: the class was on Tuesday.
  expect((await report('attendance-report')).total).toBe(0)
})

describe('overall flow', () => {
  test.each([
    ['in', 'in'],
    ['Flow In', 'in'],
    ['out', 'out'],
    ['Flow Out', 'out'],
  ])('flow %s', async (flow, way) => {
    for (const dateTime of [today, '20-11-2026', '2026-11-20T04:00:00.000Z']) {
      const answer = await report('overall-flow-report', { flow, dateTime })
      expect(answer).toMatchObject({
        totalFlowIn: 225,
        totalFlowOut: 20,
        creditExpiredIn90days: 0,
        creditExpiredIn120days: 0,
        creditExpiredIn150days: 0,
      })
      const flows = answer.items.flatMap(({ creditFlow }: { creditFlow: { flow: string }[] }) =>
        creditFlow.map((entry) => entry.flow),
      )
      expect(new Set(flows)).toEqual(new Set([way === 'in' ? 'Flow In' : 'Flow Out']))
    }
  })

  test('of one member, and never of a day to come', async () => {
    const { items } = await report('overall-flow-report', { member: adult._id, dateTime: today })
    expect(memberIds(items)).toEqual([adult._id])
    expect((await admin.refused('GET', '/report/overall-flow-report?dateTime=21-11-2026')).statusCode).toBe(400)
  })
})

test('TM report, board forward, class attendance by classId, registered classes and members by class', async () => {
  expect((await report('tm-Report')).items).toMatchObject([
    { name: adult.name, tmNo: 'TM-77', wallet: 105, belt: expect.anything() },
  ])
  const forward = await admin.get('/report/member/board-forward', { member: adult._id, date: '21-11-2026' })
  expect(forward).toMatchObject({ creditBeforeAdjust: 105, bfTime: expect.stringMatching(/^2026-11-20T16:00:00/) })
  expect((await report('class/attendance', { classId: held._id })).total).toBe(3)
  expect((await report('class/registered-class', { limit: 1000 })).items).toContainEqual(
    expect.objectContaining({ className: academy.course.name, totalRegistered: 3 }),
  )
  expect((await admin.get(`/report/class/registered-class/${academy.course._id}`)).total).toBe(3)
})

test.each([
  ['/report/attendance-report/generate/excel', range, 'Attendance_Report.xlsx'],
  ['/report/statement-report/generate/excel', range, 'Statement_Report.xlsx'],
  ['/report/collection-report/generate/excel', range, 'Collection_Report.xlsx'],
  ['/report/expiry-report/generate/excel', { startDate: '01-05-2027', endDate: '31-05-2027' }, 'Expiry_Report.xlsx'],
  ['/report/tm-Report/generate/excel', {}, 'TM_Report.xlsx'],
  ['/report/credit-statement-report/generate/excel', range, 'Credit_Statement_Report.xlsx'],
  ['/point-adjust/get/parent-wallet', {}, 'Wallet_Report.xlsx'],
  ['/point-adjust/get/parent-credit-balance', {}, 'Wallet_Balance_Report.xlsx'],
  ['/point-adjust/generate-total-flow-excel', {}, 'Member Total Flow.xlsx'],
  ['/point-adjust/generate-total-flow-excel/before', {}, 'Member Total Flow.xlsx'],
])('%s with %j is saved as %s', async (path, filters, name) => {
  const needed = path.includes('credit-statement') ? { parentId: elder._id } : {}
  const file = await admin.download(path, { ...filters, ...needed })
  expect(file.name).toBe(name)
  expect((await readSheet(file.bytes)).length).toBeGreaterThan(1)
})

test.each([
  ['/report/credit-statement-report/generate/pdf', range],
  ['/report/overall-flow-report/generate/pdf', { flow: 'Flow Out', dateTime: today }],
])('%s is a PDF', async (path, filters) => {
  const file = await admin.download(path, {
    ...filters,
    ...(path.includes('statement') ? { parentId: elder._id } : {}),
  })
  expect([file.type, file.bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
})

test('view opens a report, export its files; the class attendance report is visible to everyone', async () => {
  const viewer = await userWith(admin, 'viewer', { collection: ['View'] })
  await viewer.get('/report/collection-report')
  expect((await viewer.refused('GET', '/report/collection-report/generate/excel')).statusCode).toBe(403)
  expect((await viewer.refused('GET', '/report/statement-report')).statusCode).toBe(403)
  const coach = await userWith(admin, 'coach', coachRights)
  expect((await coach.get('/report/class-attend-report', range)).total).toBe(3)
  // Print PDF on overall flow uses the expiry export permission.
  const printer = await userWith(admin, 'printer', { OverallFlow: ['View'], Expiry: ['Export'] })
  expect((await printer.download('/report/overall-flow-report/generate/pdf')).type).toBe('application/pdf')
})

test('a user of other centres sees nothing of this one in attendance and settlement', async () => {
  const other = await admin.post('/centre', { description: 'Cheras' })
  const rights = { attendance: ['View', 'Export'], 'report.attendance': ['View'], ClassMonthlySettlement: ['View'] }
  const clerk = await userWith(admin, 'cheras', rights, { isCenter: true, centreIncharge: [other._id] })
  for (const path of ['attendance-report', 'class-monthly-settlement-Report'])
    expect((await clerk.get(`/report/${path}`, range)).total).toBe(0)
})

describe('point adjust', () => {
  test('parent flow', async () => {
    const { items } = await admin.get('/point-adjust/parent-flow', { offset: 0, limit: 20, ...range })
    expect(items).toMatchObject([{ member: { _id: elder._id }, in: 110, out: 10, balance: 100 }])
  })

  test('an expiry moves from the parent to the child and back', async () => {
    await admin.put(`/member/${elder._id}/independent/${child._id}`)
    const expiryOf = async ({ _id }: Document) => (await admin.get(`/expiration/${_id}`)).creditExpired
    await admin.put('/point-adjust/move/parent-expiration', { from: elder._id, to: child._id })
    expect([await expiryOf(elder), await expiryOf(child)]).toEqual([null, '2027-05-20'])
    await admin.put('/point-adjust/move/parent-expiration', { from: child, to: elder })
    expect([await expiryOf(elder), await expiryOf(child)]).toEqual(['2027-05-20', null])
  })

  test("all members' passwords are changed by who says the own one, and by nobody else", async () => {
    for (const body of [undefined, {}, { password: 'wrong' }])
      expect((await admin.refused('PUT', '/point-adjust/update/all-member/password', body)).statusCode).toBe(400)
    const answer = await admin.send('PUT', '/point-adjust/update/all-member/password', { password })
    const rows = JSON.stringify(await readSheet(await answer.arrayBuffer()))
    for (const { email } of [adult, poor, elder]) expect(rows).toContain(email)
  })
})
