/** The evening close: a close for each coach in one transaction, tied together by a document of its own. */
import type { Evening, EveningBody, EveningEffect, OpenEvening } from '@academy/contract/cashdesk/evening.ts'
import { differenceWords, eveningNumber } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { found } from '../platform/http/index.ts'
import { writePaper } from '../platform/pdf/index.ts'
import { closeDays } from './closing.ts'
import { eveningPaper } from './evening-document.ts'
import { eveningOf } from './evening-listing.ts'
import { checkDay, openDays, sheetOf } from './sheet.ts'

/** What every coach received on a day and is in no close yet; 400 for a day to come. */
export async function openEveningOf(tx: Tx, day: string): Promise<OpenEvening> {
  checkDay(tx, day)
  const open = await openDays(tx, { startDate: day, endDate: day })
  const items = []
  for (const { coach } of open.items) items.push(await sheetOf(tx, { day, coach: coach._id }))
  const closed = await tx.query<{ id: string; number: string }>(
    sql`select id, number from cash_evening where day = ${day} order by id`,
  )
  return { day, items, closed: closed.map(({ id, number }) => ({ _id: id, number })) }
}

const sumOf = (closes: readonly { expected: string; counted: string }[], of: 'expected' | 'counted') =>
  closes.reduce((sum, close) => sum + sen(close[of]), 0)

/** Closes the cash of all named coaches, all or nothing; answers the id of the evening. Refused as a close is. */
export async function closeEvening(tx: Tx, { day, closes }: EveningBody): Promise<string> {
  const evening = tx.newId()
  const made = await closeDays(
    tx,
    closes.map((close, at) => ({ body: { ...close, day }, at: `closes.${at}.`, evening })),
  )
  const written = await tx.query<{ number: string; expected: string; counted: string }>(
    sql`select number, expected, counted from cash_close where id = any(${made}::uuid[]) order by year, running_no`,
  )
  const [expected, counted] = [sumOf(written, 'expected'), sumOf(written, 'counted')]
  const row = {
    id: evening,
    number: eveningNumber(found(written[0], 'Cash close').number, found(written.at(-1), 'Cash close').number),
    day,
    closes: written.length,
    expected: ringgit(expected),
    counted: ringgit(counted),
  }
  const coaches = written.length === 1 ? '1 coach' : `${written.length} coaches`
  const words = `${formatRM(expected)} expected, ${formatRM(counted)} counted, ${differenceWords(counted - expected)}`
  await tx.change(
    {
      section: 'Cash Desk',
      docType: 'cash-evening',
      docId: evening,
      action: 'Closed',
      description: `Closed the evening of ${displayDate(day)} as ${row.number}: ${coaches}, ${words}`,
      to: row,
    },
    (on) =>
      on()
        .insertInto('cashEvening')
        .values({ ...row, closedByUser: tx.by.userId, closedByName: tx.by.username, closedAt: tx.now })
        .execute(),
  )
  await writePaper(tx, eveningPaper, evening)
  return evening
}

/** What closing it would do, told before; for a transaction that is undone. */
export async function effectOf(tx: Tx, body: EveningBody): Promise<EveningEffect> {
  const { expected, counted, difference, closes } = await eveningOf(tx, await closeEvening(tx, body))
  return { expected, counted, difference, closes: closes.map(toldOf) }
}

function toldOf(close: Evening['closes'][number]): EveningEffect['closes'][number] {
  const { coach, payments, returned, verified, credits, expected, counted, difference } = close
  return { coach, payments, returned, verified, credits, expected, counted, difference }
}
