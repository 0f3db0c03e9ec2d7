import { cashdesk as routes } from '@academy/contract/cashdesk/cashdesk.ts'
import { eveningClose } from '@academy/contract/cashdesk/evening.ts'
import { closeFileName, eveningFileName } from '@academy/contract/cashdesk/rules.ts'
import { numberConflicts } from '../numbers/numbers.ts'
import { apiModule, rehearse, stepwise } from '../platform/http/index.ts'
import { paperPdf, writtenPaper } from '../platform/pdf/index.ts'
import { closeDay, correctClose } from './closing.ts'
import { closePaper } from './document.ts'
import { closeEvening, effectOf, openEveningOf } from './evening.ts'
import { eveningPaper } from './evening-document.ts'
import { eveningOf } from './evening-listing.ts'
import { closeDocument, listCloses } from './listing.ts'
import { openDays, sheetOf } from './sheet.ts'

const conflicts = {
  ...numberConflicts,
  cash_close_line_once: 'A payment is in another close already. Please look again.',
  cash_close_corrects_key: 'This close was put right already. Please look again.',
}

export const cashdeskModule = apiModule(
  routes,
  {
    list: (tx, { query }) => listCloses(tx, query),
    open: (tx, { query }) => openDays(tx, query),
    sheet: (tx, { query }) => sheetOf(tx, query),
    close: async (tx, { body }) => closeDocument(tx, await closeDay(tx, body)),
    correct: async (tx, { params, body }) => closeDocument(tx, await correctClose(tx, params.id, body)),
    get: (tx, { params }) => closeDocument(tx, params.id),
    print: stepwise(async (transact, { params }) => {
      const print = await transact((tx) => writtenPaper(tx, closePaper, params.id))
      return { name: closeFileName(print.number), content: await paperPdf(closePaper, print), section: 'Cash Desk' }
    }),
  },
  conflicts,
)

export const eveningModule = apiModule(
  eveningClose,
  {
    openEvening: (tx, { query }) => openEveningOf(tx, query.day),
    rehearseEvening: stepwise((transact, { body }) => rehearse(transact, (tx) => effectOf(tx, body))),
    closeEvening: async (tx, { body }) => eveningOf(tx, await closeEvening(tx, body)),
    getEvening: (tx, { params }) => eveningOf(tx, params.id),
    printEvening: stepwise(async (transact, { params }) => {
      const print = await transact((tx) => writtenPaper(tx, eveningPaper, params.id))
      return {
        name: eveningFileName(print.number),
        content: await paperPdf(eveningPaper, print),
        section: 'Cash Desk',
      }
    }),
  },
  conflicts,
)
