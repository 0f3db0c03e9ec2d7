import type { Academy } from '../academy.ts'
import { order, putAdult } from '../academy.ts'
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
