import { sql } from 'kysely'
import { inject } from 'vitest'
import { verifyPayment } from '../../../src/payments/payments.ts'
import { keepMonths } from '../../../src/wallet/wallet.ts'
import { type Academy, academyIn, order } from '../academy.ts'
import { pending as draftAdjustment, holder } from '../adjustments.ts'
import { classesOf, coursePlaces, newCourse, newYear } from '../courses/courses.ts'
import { cashDesk } from '../payments/cashdesk.ts'
import { cardDesk } from '../payments/checkout.ts'
import { databaseAt, newDatabase } from '../platform/database.ts'
import type { Client, TestPortal } from '../portal.ts'
import { enrol, family } from '../students.ts'
import { expireOn } from '../wallets.ts'

/** A month without anything in it is closed at once. */
async function closeMonth(clerk: Client) {
  const answer = await clerk.post('/month-end', { month: '2025-12', remark: 'Before the portal' })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

/** The database of a test portal over TCP, for tools that open a connection of their own. */
export async function databaseUrlOf(portal: TestPortal, as: 'portal' | 'owner' = 'portal'): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(portal.handle)
  return databaseAt(inject(as === 'owner' ? 'databaseOwner' : 'databaseServer'), rows[0]?.name ?? '')
}

/** A database without tables, like a new server's. */
export const emptyDatabase = () => newDatabase('nothing')

/** Some of everything about money: payments and adjustments in every state, a class with a present and an absent member. */
export async function fillBooks(portal: TestPortal): Promise<{ done: string; cancelled: string; pending: string }> {
  const clerk = await portal.as()
  const academy = await academyIn(portal)
  const [done, cancelled, rejected, pending] = [
    await order(portal, academy),
    await order(portal, academy),
    await order(portal, academy),
    await order(portal, academy),
  ]
  await portal.run((tx) => verifyPayment(tx, done))
  await portal.run((tx) => verifyPayment(tx, cancelled))
  await clerk.put(`/payment/cancel/${cancelled}`, { reason: 'Paid twice' })
  await clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true })
  const places = await coursePlaces(portal)
  const course = await newCourse(clerk, places)
  await newYear(clerk, places, course._id)
  const classes: { _id: string; date: string }[] = await classesOf(clerk, course._id)
  const { children } = await family(portal, 100, 'Mei Ling', 'Jun Wei')
  for (const child of children) await enrol(clerk, child, course._id)
  const [mei, jun] = children
  await loseTwoClasses(clerk, course._id, classes)
  const past = classes.find(({ date }) => date === '2026-11-17')?._id
  const taken = await clerk.post(`/attendance/take/${past}`, [
    { member: mei, status: 'P' },
    { member: jun, status: 'A' },
  ])
  if (taken.statusCode !== 200) throw new Error(taken.body)
  const adjusted = await holder(portal, 30, 'Lee Mun Yee')
  const [approved, gone] = [await draftAdjustment(clerk, adjusted), await draftAdjustment(clerk, adjusted)]
  await draftAdjustment(clerk, adjusted, { adjustCredit: -5 })
  await clerk.put(`/credit-adjust/${approved}`, { approvedBy: 'me' })
  await clerk.delete(`/credit-adjust/${gone}`)
  await closeCash(portal, clerk, academy)
  await takeCard(portal, clerk, academy)
  await clearExpiredWallet(portal, clerk)
  await undoSome(portal, clerk, academy)
  await closeEvening(portal, clerk, academy)
  await closeMonth(clerk)
  await holdSince(portal, '2026-09-10T04:00:00Z')
  return { done, cancelled, pending }
}

/** A day that lost two classes. */
async function loseTwoClasses(clerk: Client, course: string, classes: readonly { _id: string; date: string }[]) {
  const date = '2026-12-22'
  const evening = { date, duration: '20:00 - 21:00' }
  const second = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [evening] })
  const both = [...classes.filter((each) => each.date === date), ...second.json().items]
  for (const { _id } of both) await clerk.delete(`/class/${_id}`)
}

/** A wallet that held credit when months began, whose balances are kept. */
async function holdSince(portal: TestPortal, moment: string) {
  const now = portal.clock.now().toISOString()
  portal.clock.set(moment)
  await holder(portal, 5, 'Wong Siew Lan')
  portal.clock.set(now)
  await keepMonths(portal.portal, '0 seconds')
}

/** A close that was short and its correction, and one with a refund after the first. */
async function closeCash(portal: TestPortal, clerk: Client, academy: Academy) {
  const close = async (body: object) => {
    const answer = await clerk.post('/cash-close', { day: '2026-11-20', coach: academy.coach, ...body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()._id
  }
  const [first, second] = [await order(portal, academy), await order(portal, academy)]
  const short = await close({
    payments: [first],
    counted: '95.50',
    pieces: { '0.50': 191 },
    remark: 'A note is missing',
  })
  await clerk.post(`/cash-close/${short}/correction`, { counted: '4.50', remark: 'Found' })
  await clerk.put(`/payment/cancel/${first}`, { reason: 'Moved away' })
  await close({ payments: [second], returned: [first], counted: '0.00' })
}

/** The cash of two coaches, closed in one evening; one of them was short. */
async function closeEvening(portal: TestPortal, clerk: Client, academy: Academy) {
  const coach = await cashDesk(portal, clerk, academy).newCoach()
  const [one, two] = [await order(portal, academy), await order(portal, academy, { coach })]
  const closes = [
    { coach: academy.coach, payments: [one], counted: '100.00' },
    { coach, payments: [two], counted: '70.00', remark: 'Three notes are missing' },
  ]
  const answer = await clerk.post('/cash-close/evening', { day: '2026-11-20', closes })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

/** A card payment that was cancelled and refunded. */
async function takeCard(portal: TestPortal, clerk: Client, academy: Academy) {
  const desk = cardDesk(portal, clerk, academy)
  const order = await desk.start()
  await desk.confirm(order, await desk.payUnheard(order.order_id))
  await clerk.put(`/payment/cancel/${order.payment_id}`, { reason: 'Moved away' })
  const [refund] = (await clerk.get('/payment/refund')).json().items
  const ticked = await clerk.put(`/payment/refund/${refund._id}`, { done: true })
  if (ticked.statusCode !== 200) throw new Error(ticked.body)
}

async function clearExpiredWallet(portal: TestPortal, clerk: Client) {
  const late = await holder(portal, 40, 'Ong Siew Lan')
  await portal.run((tx) => expireOn(tx, late, '2026-11-01'))
  const cleared = await clerk.delete(`/expiration/${late}`)
  if (cleared.statusCode !== 200) throw new Error(cleared.body)
}

/** An adjustment, a clearing and a verification that were undone. */
async function undoSome(portal: TestPortal, clerk: Client, academy: Academy) {
  const undo = async (path: string) => {
    const answer = await clerk.post(`${path}/undo`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  const sorry = await holder(portal, 60, 'Chong Mei Fong')
  const adjusted = await draftAdjustment(clerk, sorry, { adjustCredit: -15 })
  await clerk.put(`/credit-adjust/${adjusted}`, { approvedBy: 'me' })
  await undo(`/credit-adjust/${adjusted}`)
  await portal.run((tx) => expireOn(tx, sorry, '2026-11-02'))
  await clerk.delete(`/expiration/${sorry}`)
  const [{ _id: entry }] = (await clerk.get(`/member/${sorry}/wallet`)).json().items
  await undo(`/expiration/${sorry}/cleared/${entry}`)
  const paid = await order(portal, academy)
  await portal.run((tx) => verifyPayment(tx, paid))
  await undo(`/payment/${paid}`)
}
