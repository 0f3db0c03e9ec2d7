import { cashdesk as routes } from '@academy/contract/cashdesk/cashdesk.ts'
import { closeFileName } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { timezone } from '../kit/clock.ts'
import { room, stepwise } from '../kit/serve.ts'
import type { Tx } from '../kit/tx.ts'
import { closeDay, correctClose } from './closing.ts'
import { closePdf } from './document.ts'
import { closeDocument, listCloses } from './listing.ts'
import { openDays, sheetOf } from './sheet.ts'

const conflicts = {
  cash_close_line_once: 'A payment is in another close already. Please look again.',
  cash_close_corrects_key: 'This close was put right already. Please look again.',
}

/** The day and the time of an instant as the academy's clocks showed it. */
async function atTheDesk(tx: Tx, instant: string): Promise<string> {
  const [told] = await tx.query<{ day: string; time: string }>(
    sql`select (${instant}::timestamptz at time zone ${timezone})::date as day,
      to_char(${instant}::timestamptz at time zone ${timezone}, 'HH24:MI') as time`,
  )
  return told ? `${displayDate(told.day)} ${told.time}` : ''
}

export const cashdeskRoom = room(
  routes,
  {
    list: (tx, { query }) => listCloses(tx, query),
    open: (tx, { query }) => openDays(tx, query),
    sheet: (tx, { query }) => sheetOf(tx, query),
    close: async (tx, { body }) => closeDocument(tx, await closeDay(tx, body)),
    correct: async (tx, { params, body }) => closeDocument(tx, await correctClose(tx, params.id, body)),
    get: (tx, { params }) => closeDocument(tx, params.id),
    print: stepwise(async (begin, { params }, portal) => {
      const facts = await begin(async (tx) => {
        const close = await closeDocument(tx, params.id)
        return { close, closedAt: await atTheDesk(tx, close.closedAt) }
      })
      const content = await closePdf({ company: portal.config.company, ...facts })
      return { name: closeFileName(facts.close.number), content, section: 'Cash Desk' }
    }),
  },
  conflicts,
)
