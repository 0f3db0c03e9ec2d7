import { sql } from 'kysely'
import { evidenceOf } from '../../../src/books/books.ts'
import { findingsOf } from '../../../src/books/verify.ts'
import { readsOf } from '../../../src/platform/data/reads.ts'
import type { Client, TestPortal } from '../portal.ts'
import { type cashDesk, today } from './cashdesk.ts'

/** What a coach hands over, as an evening close is asked for it. */
export interface Close {
  coach: string
  payments: string[]
  counted: string
  remark?: string | null
  returned?: string[]
  expected?: string
}

/** Calls of an evening close of several coaches. */
export const eveningDesk = (portal: TestPortal, clerk: Client, desk: ReturnType<typeof cashDesk>) => ({
  /** A coach with so many open payments of RM 100.00. */
  async coachWith(count: number, name?: string) {
    const coach = await desk.newCoach(name)
    return { coach, payments: (await desk.received(coach, count)).map(String) }
  },
  close: (closes: Close[], more: object = {}, by: Client = clerk) =>
    by.post('/cash-close/evening', { day: today, closes, ...more }),
  async counts() {
    const [counted] = await portal.rows(sql<{ closes: number; evenings: number; papers: number }>`select
      (select count(*)::int from cash_close) as closes, (select count(*)::int from cash_evening) as evenings,
      (select count(*)::int from written_paper) as papers`)
    return counted
  },
  statesOf: (ids: readonly string[]) => Promise.all(ids.map(desk.statusOf)),
  /** What the proof of the books finds wrong. */
  faults: async () =>
    (await findingsOf(readsOf(portal.handle), await evidenceOf(portal.portal))).filter(({ fault }) => fault),
})
