import { addDays, datesBetween } from '@academy/contract/courses/calendar.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { type CreditFlow, causeOf } from '@academy/contract/reports/rows/credit-flow.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { unknown } from '../../test/support/portal.ts'
import { inMonth, openMonth } from '../../test/support/reports/month.ts'
import { letterheadOf, renderPdf } from '../platform/pdf/index.ts'
import type { Line } from './output/lines.ts'
import { printable, type ReportPrint } from './output/pdf.ts'

const { portal, month, clerk, get } = await openMonth()
afterAll(() => portal.close())

const ranged = ['attendance-report', 'class-attend-report', 'collection-report', 'statement-report', 'expiry-report']
const files = ['', '/generate/excel', '/generate/pdf']
const calls = ranged.flatMap((name) => files.map((file) => `${name}${file}`))

describe('a range', () => {
  test.each(calls)('of %s ends on or after its first day', async (path) => {
    const answer = await clerk.get(`/report/${path}?startDate=2026-10-02&endDate=2026-10-01`)
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      message: 'The range must end on or after the day it starts',
      details: [{ path: 'endDate' }],
    })
  })

  test.each(calls)('of %s is not endless', async (path) => {
    const isGrid = path.startsWith('class-attend')
    const [first, longest, message] = isGrid
      ? ['2026-10-01', '2026-10-31', 'The range must be less than 31 days between its ends']
      : ['2026-01-01', '2027-01-01', 'The range must be at most 366 days']
    expect((await clerk.get(`/report/${path}?startDate=${first}&endDate=${longest}`)).statusCode).toBe(200)
    const answer = await clerk.get(`/report/${path}?startDate=${first}&endDate=${addDays(longest, 1)}`)
    expect(answer.json()).toMatchObject({ statusCode: 400, message, details: [{ path: 'endDate', message }] })
  })

  test.each(['2026-02-30', '0000-01-01', 'yesterday', '2026-1-1'])('has no day %s', async (day) => {
    for (const name of ranged) expect((await clerk.get(`/report/${name}?startDate=${day}`)).statusCode, name).toBe(400)
  })

  test('is the default one when none is given, and a given part of it is used', async () => {
    const today = '2026-11-20'
    for (const name of ranged) {
      const first = name === 'expiry-report' ? '2026-11-06' : '2026-11-19'
      expect(await get(name)).toMatchObject({ startDate: first, endDate: today })
    }
    expect(await get('collection-report?startDate=2026-11-01')).toMatchObject({
      startDate: '2026-11-01',
      endDate: today,
    })
    expect(await get('collection-report?endDate=2026-11-01')).toMatchObject({
      startDate: '2026-10-31',
      endDate: '2026-11-01',
    })
    expect(await get('expiry-report?startDate=2027-01-01')).toMatchObject({
      startDate: '2027-01-01',
      endDate: '2027-01-01',
    })
  })
})

test('an answer says in words what it was asked for', async () => {
  const asked = `attendance-report?${inMonth}&status=P,A&course=${month.taekwondo}`
  expect((await get(asked)).about).toEqual([
    'Class Date 01-10-2026 to 31-10-2026',
    'Status: All',
    'Class: Cheras Taekwondo',
  ])
  expect((await get('tm-Report')).about).toEqual([])
  expect((await get('overall-flow-report?dateTime=2026-10-05&flow=out')).about).toEqual([
    'Flow: Flow Out',
    'Date: 05-10-2026',
  ])
})

test('an answer says the day and the status it is of, though nobody asked for them', async () => {
  expect((await get(`attendance-report?${inMonth}`)).about).toEqual([
    'Class Date 01-10-2026 to 31-10-2026',
    'Status: Present',
  ])
  expect((await get('overall-flow-report')).about).toEqual(['Date: 20-11-2026'])
  expect((await get('credit-owed-report')).about).toEqual(['As of: 20-11-2026'])
  expect((await get('expiry-report?startDate=2026-10-01&endDate=2026-10-31')).about).toEqual([
    'Expiry Date 01-10-2026 to 31-10-2026',
  ])
})

test('midnight in Malaysia divides the days', async () => {
  const collected = async (day: string) =>
    (await get(`collection-report?startDate=${day}&endDate=${day}`)).items.map(
      (row: { member: { name: string }; time: string }) => `${row.time} ${row.member.name}`,
    )
  expect(await collected('2026-09-30')).toEqual(['23:59 Lim Ah Kow'])
  expect(await collected('2026-10-01')).toEqual(['00:00 Tan Wei Ming'])
  expect(await collected('2026-10-31')).toEqual(['23:59 Siti Aminah'])
  expect(await collected('2026-11-01')).toEqual(['00:00 Tan Wei Ming'])
})

test('each day brings forward what the day before left, for every member and in total', async () => {
  interface Statement {
    items: { _id: string; creditBeforeAdjust: number; in: number; out: number; expired: number; balance: number }[]
    totalBroughtForward: number
    totalFlowIn: number
    totalFlowOut: number
    totalExpired: number
    totalBalance: number
  }
  let before: Statement | undefined
  const spans = [
    ['2026-08-31', '2026-09-28'],
    ...datesBetween('2026-09-29', '2026-11-02').map((day) => [day, day]),
    ['2026-11-03', '2026-11-20'],
  ]
  for (const [day, end] of spans) {
    const now: Statement = await get(`statement-report?startDate=${day}&endDate=${end}&limit=1000`)
    for (const row of now.items) {
      expect(row.creditBeforeAdjust + row.in - row.out - row.expired, day).toBe(row.balance)
      expect(before?.items.find(({ _id }) => _id === row._id)?.balance ?? 0, day).toBe(row.creditBeforeAdjust)
    }
    const sum = (key: 'creditBeforeAdjust' | 'in' | 'out' | 'expired' | 'balance') =>
      now.items.reduce((all, row) => all + row[key], 0)
    expect([sum('creditBeforeAdjust'), sum('in'), sum('out'), sum('expired'), sum('balance')]).toEqual([
      now.totalBroughtForward,
      now.totalFlowIn,
      now.totalFlowOut,
      now.totalExpired,
      now.totalBalance,
    ])
    before = now
  }
  const { items } = (await clerk.get('/member?limit=1000')).json()
  expect(before?.totalBalance).toBe(items.reduce((all: number, { wallet }: { wallet: number }) => all + wallet, 0))
})

test('what a wallet held as a day began', async () => {
  const held = (member: string, date: string) => get(`member/board-forward?member=${member}&date=${date}`)
  expect(await held(month.lim, '2026-09-30')).toEqual({ creditBeforeAdjust: 0, bfTime: '2026-09-29T16:00:00.000Z' })
  expect(await held(month.lim, '2026-10-01')).toMatchObject({ creditBeforeAdjust: 110 })
  expect(await held(month.siti, '2026-10-31')).toMatchObject({ creditBeforeAdjust: 35 })
  expect(await held(month.siti, '2026-11-01')).toMatchObject({ creditBeforeAdjust: 155 })
  expect(await get(`member/board-forward?member=${month.tan}`)).toMatchObject({ creditBeforeAdjust: 335 })
  expect((await clerk.get('/report/member/board-forward')).json()).toMatchObject({
    statusCode: 400,
    details: [{ path: 'member', message: 'Please select a member.' }],
  })
  expect((await clerk.get(`/report/member/board-forward?member=${unknown}`)).statusCode).toBe(404)
})

describe('filters', () => {
  const total = async (path: string) => (await get(path)).total

  test('of attendance: status, centre, class, coach', async () => {
    const { places, taekwondo, karate } = month
    expect(await total(`attendance-report?${inMonth}&status=P,A`)).toBe(17)
    expect(await total(`attendance-report?${inMonth}&course=${karate}`)).toBe(4)
    expect(await total(`attendance-report?${inMonth}&course=${karate},${taekwondo}`)).toBe(14)
    expect(await total(`attendance-report?${inMonth}&coach=${places.devi}`)).toBe(4)
    expect(await total(`attendance-report?${inMonth}&coach=${places.tan}`)).toBe(14)
    expect(await total(`attendance-report?${inMonth}&centre=${unknown}`)).toBe(0)
    expect((await clerk.get('/report/attendance-report?status=X')).statusCode).toBe(400)
  })

  test('of collection: by the day of the verification, or by the day the money was received', async () => {
    const { orderID: order } = (await clerk.get(`/payment/${month.payments.pending}`)).json()
    expect((await clerk.put(`/payment/direct/${month.payments.pending}`, { isPay: true })).statusCode).toBe(200)
    const of = async (query: string) =>
      (await get(`collection-report?${query}`)).items.map((row: { orderID: string }) => row.orderID)
    const [received, verified] = ['startDate=2026-10-18&endDate=2026-10-18', 'startDate=2026-11-20&endDate=2026-11-20']
    expect(await of(`${received}&dateBy=received`)).toEqual([order])
    expect(await of(`${verified}&dateBy=received`)).toEqual([])
    expect(await of(received)).toEqual([])
    expect(await of(verified)).toEqual([order])
    expect((await get(`collection-report?${verified}`)).items[0]).toMatchObject({
      received: '2026-10-18',
      date: '2026-11-20',
    })
    await clerk.put(`/payment/cancel/${month.payments.pending}`)
    expect((await clerk.get('/report/collection-report?dateBy=ordered')).statusCode).toBe(400)
  })

  test('of collection: who received it, and how', async () => {
    expect(await get(`collection-report?${inMonth}&coachReceived=${month.places.devi}`)).toMatchObject({
      total: 1,
      totalAmount: '250.00',
      totalCredit: 250,
    })
    expect(await get(`collection-report?${inMonth}&paymentType=Direct`)).toMatchObject({
      total: 0,
      totalAmount: '0.00',
      totalCredit: 0,
    })
  })

  test('of the others: a member, a text, a belt', async () => {
    expect(await get(`statement-report?${inMonth}&member=${month.siti}`)).toMatchObject({ total: 1, totalFlowIn: 255 })
    expect(await total(`class-attend-report?${inMonth}&searchText=tan%20jia`)).toBe(2)
    expect(await total(`class-attend-report?${inMonth}&course=${month.karate}`)).toBe(2)
    expect(await total('expiry-report?startDate=2027-04-30&endDate=2027-04-30&searchText=800101-10-4444')).toBe(1)
    expect(await total('tm-Report?searchText=tm-002')).toBe(1)
    expect(await total('tm-Report?searchText=%25')).toBe(0)
    expect(await total(`tm-Report?belt=${unknown}`)).toBe(0)
  })
})

describe('a class', () => {
  test('is named by its id, or by its course and day', async () => {
    const byDay = await get(`class/attendance?course=${month.taekwondo}&date=2026-10-06`)
    expect(byDay).toMatchObject({ total: 4, className: 'Cheras Taekwondo', duration: '06-10-2026 18:00 - 19:00' })
    expect(byDay.about).toEqual(['Class: Cheras Taekwondo', 'Class Date: 06-10-2026'])
    const byId = await get(`class/attendance?classId=${month.cheras.get('2026-10-06')}`)
    expect(byId).toEqual({ ...byDay, about: [] })
    expect((await get(`class/attendance?course=${month.taekwondo}`)).total).toBe(0)
    for (const file of files) {
      const answer = await clerk.get(`/report/class/attendance${file}`)
      expect(answer.json()).toMatchObject({ statusCode: 400, message: 'Please select a class.' })
      expect((await clerk.get(`/report/class/attendance${file}?classId=${unknown}`)).statusCode).toBe(404)
    }
  })

  test('of another centre is not there', async () => {
    const held = await portal.as(allPermissions(), { centres: [month.places.ampang] })
    for (const file of files) {
      const other = `/report/class/attendance${file}?classId=${month.cheras.get('2026-10-06')}`
      expect((await held.get(other)).statusCode).toBe(404)
      const own = `/report/class/attendance${file}?classId=${month.ampang.get('2026-10-01')}`
      expect((await held.get(own)).statusCode).toBe(200)
    }
    expect((await get(`class/attendance?course=${month.taekwondo}&date=2026-10-06`, held)).total).toBe(0)
    expect(await get(`attendance-report?${inMonth}&centre=${month.places.cheras}`, held)).toMatchObject({
      total: 0,
      totalPresent: 0,
      totalCreditsUsed: 0,
    })
  })
})

test('reading a report does not allow exporting it', async () => {
  const reader = await portal.as({ 'report.collection': ['view'], 'report.statement': ['view'] })
  for (const name of ['collection-report', 'statement-report']) {
    await get(name, reader)
    for (const file of files.slice(1)) expect((await reader.get(`/report/${name}${file}`)).statusCode).toBe(403)
  }
  expect((await reader.get('/report/attendance-report')).statusCode).toBe(403)
  // Its form lists members.
  expect((await reader.get('/lookup/member')).statusCode).toBe(200)
})

test('an entry opens its payment in the list that has it', async () => {
  const { items } = await get(`statement-report?${inMonth}&member=${month.siti}`)
  const [{ creditFlow: entries }] = items
  const bought: CreditFlow = entries.find(({ kind }: CreditFlow) => kind === 'purchase')
  expect(causeOf(bought)).toEqual({
    to: 'payment',
    number: 'OR-2026-0003',
    paymentType: 'Cash',
    member: month.siti,
  })
  const attended: CreditFlow = entries.find(({ kind }: CreditFlow) => kind === 'attendance')
  expect(causeOf(attended)).toMatchObject({ to: 'class', date: attended.classDate })
})

test('the last row of a printed report is not left behind by its totals and what is said of them', async () => {
  const column = (title: string) => ({ title, width: 20, align: 'left' as const })
  for (let count = 16; count < 42; count++) {
    const row = (kind: 'row' | 'total' | 'note', text: string) => ({ kind, cells: [text] })
    const lines = Array.from({ length: count }, (_, index) => row('row', `Row ${index + 1}.`))
    const print: ReportPrint = {
      company: letterheadOf(portal.portal.config.company),
      title: 'Report',
      about: [],
      columns: [column('Name')],
      details: [],
      lines: [...lines, row('total', 'Total'), row('note', 'They agree.'), row('note', 'Computed now.')],
    }
    const pages = await pdfPages(await renderPdf(new URL('./output/layout.ts', import.meta.url), print))
    for (const text of [`Row ${count}.`, 'Total', 'They agree.', 'Computed now.'])
      expect(pages.at(-1), `of ${count} rows`).toContain(text)
  }
})

test('a PDF of more lines than anybody reads is refused with the way out', async () => {
  const lines = (count: number) => Array.from({ length: count }, (): Line => ({ kind: 'row', row: null }))
  async function* portions(all: number) {
    for (let made = 0; made < all; made += 1000) yield lines(1000)
  }
  expect(await printable(portions(5000), { rows: 0 })).toHaveLength(5000)
  await expect(printable(portions(6000), { rows: 0 })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('take the Excel file'),
  })
})

test('a cleared token leaves the expiry report’s wallets and stands in the statement', async () => {
  expect(await get('expiry-report')).toMatchObject({ total: 2, totalWallet: 25 })
  expect((await clerk.delete(`/expiration/${month.ng}`)).statusCode).toBe(200)
  expect(await get('expiry-report')).toMatchObject({ total: 2, totalWallet: 0 })
  const { items, ...totals } = await get(`statement-report?startDate=2026-11-20&endDate=2026-11-20&member=${month.ng}`)
  expect(items).toMatchObject([{ creditBeforeAdjust: 25, in: 0, out: 0, expired: 25, balance: 0 }])
  expect(totals).toMatchObject({ totalExpired: 25, totalBalance: 0 })

  // A member who is erased leaves the lists; money and classes stay in what adds them up.
  const students = async () => {
    const { computedAt: _, ...report } = await get(`coach-student-credit-report?${inMonth}`)
    return report
  }
  const october = await students()
  expect((await clerk.put(`/member/${month.ng}`, { isDisable: true })).statusCode).toBe(200)
  expect((await clerk.delete(`/member/${month.ng}`)).statusCode).toBe(200)
  expect((await get('expiry-report')).total).toBe(1)
  const deleted = expect.objectContaining({ member: expect.objectContaining({ name: 'Deleted member' }), balance: 25 })
  const statement = await get(`statement-report?${inMonth}`)
  expect(statement).toMatchObject({ total: 5, totalBroughtForward: 255, totalBalance: 585 })
  expect(statement.items).toContainEqual(deleted)
  expect(await students()).toEqual({ ...october, items: expect.arrayContaining([deleted]) })
  expect((await get('coach-student-credit-report?startDate=2026-12-01&endDate=2026-12-01')).total).toBe(
    october.total - 1,
  )
})
