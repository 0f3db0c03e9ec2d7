/**
 * October 2026 of a small academy, with every figure reckoned by hand: what all reports are compared with.
 *
 *                      B/F    in   out  expired  balance
 *   Kumar Raj           40   120    10       40      110   bought 120, closed his case of the 20th; 40 had expired
 *   Lim Ah Kow         110    10    40        0       80   four classes, one of them taken back
 *   Ng Mei Fong         25     0     0        0       25   did nothing
 *   Siti Aminah         50   255   150        0      155   three classes, bought twice, cancelled once, adjusted +15
 *   Tan Wei Ming        30   250    65        0      215   a parent: six classes of two children, adjusted -5
 *   (Devi Raj has nothing, and a case that stays open)
 *                      255   635   265       40      585
 *
 * Rows at 23:59 and 00:00 Malaysian time stand on both sides of both ends of the month.
 */
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createAdjustment, updateAdjustment } from '../../../src/adjustments/adjustments.ts'
import { takeAttendance } from '../../../src/attendance/attendance.ts'
import { updateAttendance } from '../../../src/attendance/attendance-changes.ts'
import { closeOutstanding } from '../../../src/attendance/open-cases.ts'
import { cancelPayment, createOrder, rejectPayment, verifyPayment } from '../../../src/payments/payments.ts'
import type { Tx } from '../../../src/platform/data/index.ts'
import { createRate } from '../../../src/rates/rates.ts'
import { clearExpired, lockWallet } from '../../../src/wallet/wallet.ts'
import { putPackage } from '../academy.ts'
import { classesOf, coursePlaces, newCourse, newYear } from '../courses/courses.ts'
import { insertMember, insertRow } from '../families.ts'
import { type TestPortal, testPortal } from '../portal.ts'
import { enrol, topUp } from '../students.ts'
import { expireOn } from '../wallets.ts'

export const month = { startDate: '2026-10-01', endDate: '2026-10-31' } as const
export const inMonth = `startDate=${month.startDate}&endDate=${month.endDate}`

/** An instant by the clock in Malaysia. */
const at = (day: string, time: string) => `${day}T${time}+08:00`

type Names = 'kumar' | 'lim' | 'ng' | 'siti' | 'devi' | 'tan' | 'jiaHui' | 'junKai'

/** The people, with coaches in charge for the reports by coach; `tan` is the parent of the two children. */
async function people(tx: Tx, coaches: { tan: string; devi: string }): Promise<Record<Names, string>> {
  const belt = await insertRow(tx, 'belt', { belt_color: 'Yellow' })
  const memberType = await insertRow(tx, 'member_type', { member_type: 'Regular' })
  const adult = (name: string, ic: string, more: object = {}) =>
    insertMember(tx, { kind: 'adult', name, ic_no: ic, coach_incharge: coaches.tan, ...more })
  const tan = await insertMember(tx, {
    kind: 'parent',
    name: 'Tan Wei Ming',
    ch_name: '陈伟明',
    email: 'tan@example.com',
  })
  const child = (name: string, more: object = {}) =>
    insertMember(tx, { kind: 'child', name, coach_incharge: coaches.devi, ...more }, [tan])
  return {
    kumar: await adult('Kumar Raj', '800101-10-1111'),
    lim: await adult('Lim Ah Kow', '800101-10-2222'),
    ng: await adult('Ng Mei Fong', '800101-10-3333', { coach_incharge: coaches.devi }),
    siti: await adult('Siti Aminah', '800101-10-4444', {
      tm_no: 'TM-001',
      email: 'siti@example.com',
      belt,
      member_type: memberType,
    }),
    devi: await adult('Devi Raj', '800101-10-5555', { coach_incharge: coaches.devi }),
    tan,
    jiaHui: await child('Tan Jia Hui', { tm_no: 'TM-002', belt }),
    junKai: await child('Tan Jun Kai'),
  }
}

/** Two courses at two centres, and everybody's enrolments at 10 credits a class. */
async function courses(
  portal: TestPortal,
  places: Awaited<ReturnType<typeof coursePlaces>>,
  ids: Record<Names, string>,
) {
  const clerk = await portal.as(allPermissions(), { username: 'planner' })
  const taekwondo = (await newCourse(clerk, places, { name: 'Cheras Taekwondo', centre: places.cheras }))._id
  const karate = (
    await newCourse(clerk, places, { name: 'Ampang Karate', centre: places.ampang, mainInstructor: null })
  )._id
  await newYear(clerk, places, taekwondo)
  await newYear(clerk, places, karate, {
    day: 4,
    duration: '19:00 - 20:30',
    mainInstructor: [places.devi],
    assistantInstructor: [places.tan],
  })
  const extra = ['2026-09-30', '2026-10-31', '2026-11-01'].map((date) => ({ date }))
  await clerk.post(`/class/schedule/${taekwondo}`, { year: 2026, schedule: extra })
  for (const name of ['kumar', 'lim', 'siti', 'devi', 'jiaHui', 'junKai'] as const)
    await enrol(clerk, ids[name], taekwondo)
  for (const name of ['siti', 'jiaHui'] as const) await enrol(clerk, ids[name], karate)
  const byDate = async (course: string) =>
    new Map<string, string>(
      (await classesOf(clerk, course)).map(({ date, _id }: { date: string; _id: string }) => [date, _id]),
    )
  return { taekwondo, karate, cheras: await byDate(taekwondo), ampang: await byDate(karate) }
}

/** Coach Tan by share and then by head, Coach Devi at first by nothing. */
async function pay(tx: Tx, { tan, devi }: { tan: string; devi: string }, of: { taekwondo: string; karate: string }) {
  const year = { since: '2026-01-01' }
  const main = { role: 'main' } as const
  await createRate(tx, { coach: tan, course: null, ...main, kind: 'share', amount: '40', ...year })
  await createRate(tx, { coach: tan, course: of.taekwondo, ...main, kind: 'head', amount: '4.5', since: '2026-10-20' })
  await createRate(tx, { coach: tan, course: null, role: 'assistant', kind: 'class', amount: '30', ...year })
  await createRate(tx, { coach: devi, course: of.karate, ...main, kind: 'class', amount: '80', since: '2026-10-15' })
}

/** Creates the events of the month; the clock ends at noon of 20 November 2026, like every test portal's. */
export async function playMonth(portal: TestPortal) {
  portal.clock.set(at('2026-09-01', '12:00'))
  const places = await coursePlaces(portal)
  const ids = await portal.run((tx) => people(tx, places))
  const { taekwondo, karate, cheras, ampang } = await courses(portal, places, ids)
  await portal.run((tx) => pay(tx, places, { taekwondo, karate }))
  const starter = await portal.run((tx) => putPackage(tx, { title: 'Starter' }))
  const family = await portal.run((tx) => putPackage(tx, { title: 'Family', credit: 250, addition: 0, duration: 12 }))
  for (const [name, credit] of [
    ['tan', 30],
    ['siti', 50],
    ['kumar', 40],
    ['ng', 25],
  ] as const)
    await topUp(portal, ids[name], credit)
  await portal.run(async (tx) => {
    await expireOn(tx, ids.kumar, '2026-10-10')
    await expireOn(tx, ids.ng, '2026-11-10')
    await expireOn(tx, ids.devi, '2026-11-20')
  })

  const on = <T>(day: string, time: string, work: (tx: Tx) => Promise<T>) => {
    portal.clock.set(at(day, time))
    return portal.run(work)
  }
  const order = (member: string, bought: string, coachReceived: string) => (tx: Tx) =>
    createOrder(tx, { memberId: member, package: bought, coachReceived, paymentType: 'Cash' })
  /** Orders and verifies at the same instant; returns the payment. */
  const buy = (member: string, bought: string, coach: string) => async (tx: Tx) => {
    const payment = await order(member, bought, coach)(tx)
    await verifyPayment(tx, payment)
    return payment
  }
  const take = (classes: Map<string, string>, date: string, marks: Partial<Record<Names, 'P' | 'A'>>) => (tx: Tx) =>
    takeAttendance(
      tx,
      classes.get(date) ?? '',
      Object.entries(marks).map(([name, status]) => ({ member: new Map(Object.entries(ids)).get(name) ?? '', status })),
    )
  const attendanceOf = async (name: Names, date: string) => {
    const [row] = await portal.run((tx) =>
      tx.query<{ id: string }>(sql`select id from attendance where member = ${ids[name]} and class_date = ${date}`),
    )
    return row?.id ?? ''
  }
  const adjust = (member: string, adjustCredit: number, approvedBy: string | null) => async (tx: Tx) => {
    const id = await createAdjustment(tx, {
      date: tx.today,
      member,
      reason: 'Put right',
      adjustCredit,
      approvedBy: null,
    })
    if (approvedBy) await updateAdjustment(tx, id, { approvedBy })
    return id
  }

  // The last minute before the month.
  await on('2026-09-30', '23:59:00', buy(ids.lim, starter, places.tan))
  await on('2026-09-30', '23:59:59', take(cheras, '2026-09-30', { lim: 'P' }))
  // Its first.
  const first = await on('2026-10-01', '00:00:00', buy(ids.tan, family, places.devi))
  await on('2026-10-01', '20:30', take(ampang, '2026-10-01', { jiaHui: 'P', siti: 'P' }))
  await on('2026-10-06', '19:00', take(cheras, '2026-10-06', { lim: 'P', jiaHui: 'P', junKai: 'A', siti: 'P' }))
  await on('2026-10-13', '19:00', take(cheras, '2026-10-13', { lim: 'P', jiaHui: 'P', junKai: 'P', siti: 'A' }))
  const reversed = await attendanceOf('lim', '2026-10-13')
  await on('2026-10-14', '09:00', (tx) => updateAttendance(tx, reversed, { status: 'A' }))
  await on('2026-10-15', '10:00', (tx) => lockWallet(tx, ids.kumar).then((wallet) => clearExpired(tx, wallet)))
  const cancelled = await on('2026-10-16', '11:00', buy(ids.siti, starter, places.tan))
  const pending = await on('2026-10-18', '15:00', order(ids.lim, starter, places.tan))
  const rejected = await on('2026-10-18', '15:01', order(ids.siti, starter, places.tan))
  await on('2026-10-18', '15:02', (tx) => rejectPayment(tx, rejected))
  await on('2026-10-20', '09:00', (tx) => cancelPayment(tx, cancelled, 'Paid twice'))
  await on('2026-10-20', '19:00', take(cheras, '2026-10-20', { lim: 'P', kumar: 'P' }))
  const added = await on('2026-10-21', '10:00', adjust(ids.siti, 15, 'me'))
  const taken = await on('2026-10-21', '10:01', adjust(ids.tan, -5, 'me'))
  await on('2026-10-21', '10:02', adjust(ids.lim, 7, null))
  await on('2026-10-22', '20:30', take(ampang, '2026-10-22', { siti: 'P', jiaHui: 'P' }))
  await on('2026-10-27', '19:00', take(cheras, '2026-10-27', { devi: 'P', junKai: 'P' }))
  const second = await on('2026-10-30', '12:00', buy(ids.kumar, starter, places.aminah))
  const paidLater = await attendanceOf('kumar', '2026-10-20')
  await on('2026-10-30', '12:05', (tx) => closeOutstanding(tx, paidLater))
  // The last minute of the month.
  await on('2026-10-31', '23:59:00', take(cheras, '2026-10-31', { lim: 'P' }))
  const last = await on('2026-10-31', '23:59:59', buy(ids.siti, starter, places.tan))
  // The first after it.
  const after = await on('2026-11-01', '00:00:00', buy(ids.tan, starter, places.tan))
  await on('2026-11-01', '00:00:30', take(cheras, '2026-11-01', { lim: 'P' }))
  portal.clock.set('2026-11-20T04:00:00Z')
  return {
    ...ids,
    places,
    taekwondo,
    karate,
    /** Classes by their date. */
    cheras,
    ampang,
    payments: { first, second, last, cancelled, pending, rejected, after },
    adjustments: { added, taken },
  }
}
export type Month = Awaited<ReturnType<typeof playMonth>>

/** A portal of its own with that month behind it, a clerk who may do everything, and what a call of a report answers. */
export async function openMonth() {
  const portal = await testPortal()
  const played = await playMonth(portal)
  const clerk = await portal.as()
  const get = async (path: string, by = clerk) => {
    const answer = await by.get(`/report/${path}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return { portal, month: played, clerk, get }
}
