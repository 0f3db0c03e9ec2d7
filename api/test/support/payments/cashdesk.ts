import { sql } from 'kysely'
import { type Academy, order, putAdult } from '../academy.ts'
import { insertRow } from '../families.ts'
import type { Client, TestPortal } from '../portal.ts'

export const today = '2026-11-20'

/** Calls of a cash desk test. A new coach each time keeps the days of two tests apart. */
export function cashDesk(portal: TestPortal, clerk: Client, academy: Academy) {
  let coaches = 0
  const newCoach = (name = `Farid ${++coaches}`) =>
    portal.run(async (tx) => {
      const designation = await insertRow(tx, 'designation', { designation: `Coach ${tx.newId()}` })
      return insertRow(tx, 'coach', { name, designation, email: 'coach@example.com' })
    })
  /** So many pending payments of RM 100.00 received by the coach, each of another member. */
  async function received(coach: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const member = await portal.run((tx) => putAdult(tx, `Payer ${n + 1}`))
      ids.push(await order(portal, academy, { coach, member }))
    }
    return ids
  }
  const sheet = async (coach: string, day = today) =>
    (await clerk.get(`/cash-close/sheet?day=${day}&coach=${coach}`)).json()
  const close = (coach: string, payments: string[], counted: string, more: object = {}, by = clerk) =>
    by.post('/cash-close', { day: today, coach, payments, counted, ...more })
  const statusOf = async (id: string) => (await clerk.get(`/payment/${id}`)).json().status
  return { newCoach, received, sheet, close, statusOf }
}

/** Runs work on the next day with a new session, as the old one has expired by then. */
export const nextDay =
  (portal: TestPortal, academy: Academy) =>
  async <T>(work: (later: ReturnType<typeof cashDesk>, clerk: Client) => Promise<T>): Promise<T> => {
    portal.clock.set('2026-11-21T04:00:00Z')
    try {
      const person = await portal.as()
      return await work(cashDesk(portal, person, academy), person)
    } finally {
      portal.clock.set('2026-11-20T04:00:00Z')
    }
  }

/** The numbers of all closes, in order. */
export const closeNumbers = async (portal: TestPortal) =>
  (await portal.rows<{ number: string }>(sql`select number from cash_close order by year, running_no`)).map(
    ({ number }) => number,
  )
