import { addDays, datesBetween } from '@academy/contract/courses/calendar.ts'
import { reasonsOf, reconciliationReport } from '@academy/contract/reports/reconciliation-report.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { academyIn, putPackage } from '../../../test/support/academy.ts'
import { insertRow } from '../../../test/support/families.ts'
import { type Client, type TestPortal, testPortal } from '../../../test/support/portal.ts'
import { closeDay } from '../../cashdesk/closing.ts'
import {
  cancelPayment,
  completeCardPayment,
  createOrder,
  rejectPayment,
  verifyPayment,
} from '../../payments/payments.ts'

/** What was done with a payment, the test's own record. */
interface Noted {
  id: string
  coach: string
  type: 'Cash' | 'Direct'
  amount: number
  received: string
  verified?: string
  rejected?: string
  cancelled?: string
  closed?: string
  orNo?: string
}

const first = '2026-11-02'
const days = Array.from({ length: 8 }, (_, index) => addDays(first, index))

let portal: TestPortal
let clerk: Client
let coaches: string[]
const noted: Noted[] = []

/** Repeatable random numbers. */
let state = 20261122
const random = (below: number) => {
  state = (state * 1103515245 + 12345) % 2147483648
  return Math.floor((state / 2147483648) * below)
}
const someOf = <T>(all: readonly T[], oneIn: number) => all.filter(() => random(oneIn) === 0)
const pendingOf = (type: Noted['type']) => noted.filter((one) => one.type === type && !one.verified && !one.rejected)

/** Takes orders, and settles, cancels and closes payments of any day. */
async function playDay(day: string, packages: { id: string; amount: number }[], member: string) {
  portal.clock.set(`${day}T12:00+08:00`)
  for (let made = 0; made < 9; made++) {
    const [coach = '', bought] = [coaches[random(coaches.length)], packages[random(packages.length)]]
    if (!bought) continue
    const type = random(4) === 0 ? 'Direct' : 'Cash'
    const body = { memberId: member, package: bought.id, coachReceived: coach, paymentType: type } as const
    const id = await portal.run((tx) => createOrder(tx, body))
    noted.push({ id, coach, type, amount: bought.amount, received: day })
  }
  // Past midnight in Kuala Lumpur, where it is still the day before in London.
  portal.clock.set(`${day}T23:59+08:00`)
  for (const one of someOf(pendingOf('Cash'), 3)) {
    await portal.run((tx) => verifyPayment(tx, one.id))
    one.verified = day
  }
  for (const one of someOf(pendingOf('Direct'), 2)) {
    await portal.run((tx) => completeCardPayment(tx, one.id))
    one.verified = day
  }
  for (const one of someOf(pendingOf('Cash'), 6)) {
    await portal.run((tx) => rejectPayment(tx, one.id))
    one.rejected = day
  }
  for (const one of someOf(
    noted.filter(({ verified, cancelled }) => verified && !cancelled),
    8,
  )) {
    await portal.run((tx) => cancelPayment(tx, one.id))
    one.cancelled = day
  }
  for (const coach of coaches)
    for (const of of someOf(
      days.filter((each) => each <= day),
      3,
    )) {
      const open = noted.filter(
        (one) =>
          one.coach === coach &&
          one.received === of &&
          one.type === 'Cash' &&
          !one.rejected &&
          !one.cancelled &&
          !one.closed,
      )
      const ticked = someOf(open, 2)
      if (ticked.length === 0) continue
      const counted = ringgit(ticked.reduce((total, { amount }) => total + amount, 0))
      await portal.run((tx) =>
        closeDay(tx, { day: of, coach, payments: ticked.map(({ id }) => id), counted, remark: null }),
      )
      for (const one of ticked) {
        one.closed = day
        one.verified ??= day
      }
    }
}

beforeAll(async () => {
  portal = await testPortal()
  portal.clock.set(`${first}T09:00+08:00`)
  const academy = await academyIn(portal)
  coaches = [
    academy.coach,
    await portal.run(async (tx) => {
      const designation = await insertRow(tx, 'designation', { designation: 'Coach' })
      return insertRow(tx, 'coach', { name: 'Aminah', designation, email: 'aminah@example.com' })
    }),
  ]
  const priced = async (credit: number) => ({
    id: await portal.run((tx) => putPackage(tx, { credit, addition: null })),
    amount: credit * 100,
  })
  const packages = [await priced(37), await priced(120), await priced(255)]
  for (const day of days) await playDay(day, packages, academy.member)
  clerk = await portal.as()
  for (const one of noted) one.orNo = (await clerk.get(`/payment/${one.id}`)).json().orNo
})
afterAll(() => portal.close())

/** The row of a day and a coach, computed from the records. */
function lineOf(day: string, coach: string) {
  const its = noted.filter((one) => one.coach === coach)
  const summed = (of: (one: Noted) => unknown) =>
    ringgit(its.reduce((total, one) => total + (of(one) ? one.amount : 0), 0))
  const own = (one: Noted) => one.received === day
  const remaining = (one: Noted) => own(one) && !one.rejected && !one.cancelled
  const cash = (one: Noted) => remaining(one) && one.type === 'Cash'
  return {
    received: summed(own),
    verifiedSameDay: summed((one) => remaining(one) && one.verified === day),
    verifiedLater: summed((one) => remaining(one) && one.verified && one.verified !== day),
    notVerified: summed((one) => remaining(one) && !one.verified),
    rejected: summed((one) => own(one) && one.rejected),
    cancelled: summed((one) => own(one) && one.cancelled),
    verifiedEarlier: summed((one) => !own(one) && one.verified === day && !one.cancelled),
    verified: summed((one) => one.verified === day && !one.cancelled),
    closedSameDay: summed((one) => cash(one) && one.closed === day),
    closedLater: summed((one) => cash(one) && one.closed && one.closed !== day),
    notClosed: summed((one) => cash(one) && !one.closed),
    byCard: summed((one) => remaining(one) && one.type === 'Direct'),
    givenBack: summed((one) => one.cancelled === day),
    receiptsIssued: its.filter((one) => one.verified === day).length,
    receiptsCancelled: its.flatMap((one) => (one.cancelled === day && one.orNo ? [one.orNo] : [])).toSorted(),
    payments: its
      .filter((one) => [one.received, one.verified, one.rejected, one.cancelled].includes(day))
      .map(({ id }) => id)
      .toSorted(),
  }
}

const report = async (query: string, by = clerk) =>
  (await by.get(`/report/reconciliation-report?limit=1000&${query}`)).json()
const whole = `startDate=${first}&endDate=${days.at(-1)}`

type Line = ReturnType<typeof lineOf>
interface Answer extends Omit<Line, 'payments'> {
  _id: string
  day: string
  coach: { _id: string; name: string }
  payments: ({ _id: string } & Parameters<typeof reasonsOf>[0])[]
}
const linesIn = ({ items }: { items: Answer[] }) =>
  items.map(({ _id, day, coach, payments, ...sums }) => ({
    day,
    coach: coach._id,
    ...sums,
    payments: payments.map((one) => one._id).toSorted(),
  }))
const noting = (from: string, to: string) =>
  datesBetween(from, to).flatMap((day) =>
    // By name: Aminah before Farid.
    coaches
      .toReversed()
      .map((coach) => ({ day, coach, ...lineOf(day, coach) }))
      .filter(({ payments }) => payments.length > 0),
  )

describe('of whatever was received, verified, closed, rejected and taken back on many days', () => {
  test('every row agrees with the records', async () => {
    const answer = await report(whole)
    const lines = noting(first, days.at(-1) ?? '')
    expect(linesIn(answer)).toEqual(lines)
    // The records hold some of everything.
    for (const key of [
      'verifiedLater',
      'notVerified',
      'rejected',
      'cancelled',
      'closedLater',
      'notClosed',
      'byCard',
    ] as const)
      expect(
        lines.some((line) => line[key] !== '0.00'),
        key,
      ).toBe(true)
  })

  test('the sums add up, row by row and in the totals, and are shown', async () => {
    const { items, ...totals } = await report(whole)
    const add = (line: Record<string, string>, keys: string[]) =>
      keys.reduce((sum, key) => sum + sen(line[key] ?? ''), 0)
    for (const line of [...items, totals]) {
      const became = ['verifiedSameDay', 'verifiedLater', 'notVerified', 'rejected', 'cancelled']
      expect(add(line, became)).toBe(sen(line.received))
      expect(add(line, ['verifiedSameDay', 'verifiedEarlier'])).toBe(sen(line.verified))
      expect(add(line, ['closedSameDay', 'closedLater', 'notClosed', 'byCard', 'rejected', 'cancelled'])).toBe(
        sen(line.received),
      )
    }
    const all = (key: string) =>
      items.reduce((sum: number, line: Record<string, string>) => sum + sen(line[key] ?? ''), 0)
    for (const key of ['received', 'verified', 'givenBack']) expect(all(key), key).toBe(sen(totals[key]))
    for (const sentence of reconciliationReport.proof?.(totals) ?? []) expect(sentence).not.toContain('is not')
  })

  test('what was verified on a day is what the collection report has, what is closed what the closes have', async () => {
    for (const { day, coach, verified, closedSameDay, closedLater } of linesIn(await report(whole))) {
      const query = `startDate=${day}&endDate=${day}&coachReceived=${coach}`
      expect((await clerk.get(`/report/collection-report?${query}`)).json().totalAmount).toBe(verified)
      const sheet = (await clerk.get(`/cash-close?startDate=${day}&endDate=${day}&coach=${coach}&limit=1000`)).json()
      const closed = sheet.items.reduce((sum: number, close: { expected: string }) => sum + sen(close.expected), 0)
      // A close still has payments that were given back after it.
      const back = noted.filter((one) => one.coach === coach && one.received === day && one.closed && one.cancelled)
      expect(closed).toBe(sen(closedSameDay) + sen(closedLater) + back.reduce((sum, { amount }) => sum + amount, 0))
    }
  })

  test('some of the days, one coach or one kind of payment are the same lines', async () => {
    const [from = '', to = ''] = [days[2], days[4]]
    expect(linesIn(await report(`startDate=${from}&endDate=${to}`))).toEqual(noting(from, to))
    expect(linesIn(await report(`${whole}&coachReceived=${coaches[0]}`))).toEqual(
      noting(first, days.at(-1) ?? '').filter(({ coach }) => coach === coaches[0]),
    )
    const cards = await report(`${whole}&paymentType=Direct`)
    expect(cards.received).toBe(ringgit(noted.reduce((sum, one) => sum + (one.type === 'Direct' ? one.amount : 0), 0)))
  })

  test('every payment that makes a difference says why', async () => {
    const { items }: { items: Answer[] } = await report(whole)
    for (const { day, payments } of items)
      for (const one of payments) {
        const isPlain =
          one.received === day &&
          one.verified === day &&
          !one.cancelled &&
          (one.closed === day || one.paymentType === 'Direct')
        expect(reasonsOf(one) === '', `${JSON.stringify(one)}: ${reasonsOf(one)}`).toBe(isPlain)
      }
  })
})

test('it is for those who may see the collection report, and taken away by those who may export it', async () => {
  const reader = await portal.as({ 'report.collection': ['view'] })
  expect((await reader.get(`/report/reconciliation-report?${whole}`)).statusCode).toBe(200)
  expect((await reader.get(`/report/reconciliation-report/generate/excel?${whole}`)).statusCode).toBe(403)
  const other = await portal.as({ verifyPayment: ['view'] })
  expect((await other.get(`/report/reconciliation-report?${whole}`)).statusCode).toBe(403)
})
