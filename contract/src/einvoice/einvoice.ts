/** The sales of a month as one consolidated e-Invoice of MyInvois, to be submitted elsewhere (decision 69). */
import { z } from 'zod'
import { addDays } from '../courses/calendar.ts'
import { endpoint } from '../platform/endpoint.ts'
import { person } from '../platform/query.ts'
import { daysOf, monthShape } from '../reports/month.ts'
import { screens } from '../screens.ts'

/** The version of the document type Invoice that is made: that without a signature. */
export const eInvoiceVersion = '1.0'

/** A sale above this, in sen, has an e-Invoice of its own since that month. */
export const largestConsolidated = 1_000_000
const largeApartSince = '2026-01'
export const isApart = (month: string, amountSen: number): boolean =>
  month >= largeApartSince && amountSen > largestConsolidated

export const month = z
  .string({ error: 'Month is required' })
  .regex(monthShape, 'Give the month as YYYY-MM, such as 2026-10')
  .meta({ description: 'Month, such as 2026-10' })

/** The day by which the file of a month is to be submitted. */
export const dueDateOf = (of: string): string => addDays(daysOf(of).endDate, 7)

/** The number of a month's e-Invoice; one that had to be divided is numbered through. */
export const eInvoiceNumber = (of: string, part: number, parts: number): string =>
  parts > 1 ? `EINV-${of}-${part}` : `EINV-${of}`
export const eInvoiceFile = (number: string): string => `${number}.json`

/** How a refusal begins that is mended on the page Academy. */
export const sayFirst = 'Please say on the page Academy first'

/** RM with two decimals, as text. */
const money = z.string()
const receipts = z.number()

const sale = z.object({
  _id: z.string(),
  orNo: z.string(),
  /** Days of the verification and, of one that was cancelled, of that. */
  date: z.string(),
  cancelled: z.string().nullable(),
  member: person(),
  amount: money,
})
export type EInvoiceSale = z.output<typeof sale>

/** A chain of receipts without a gap: one line of the file. */
const line = z.object({ first: z.string(), last: z.string(), receipts, amount: money })
export type EInvoiceLine = z.output<typeof line>

export const eInvoiceMonth = z.object({
  month: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  dueDate: z.string(),
  /** What the file holds, in several where one would be too large. */
  parts: z.array(z.object({ part: z.number(), number: z.string(), receipts, amount: money, lines: z.array(line) })),
  receipts,
  amount: money,
  /** Sales that need an e-Invoice of their own. */
  large: z.array(sale),
  largeAmount: money,
  /** Verified and cancelled within the month: in no file. */
  leftOut: z.object({ receipts, amount: money }),
  /** Sales of the month that were cancelled after its end: they stay, and the Collection Report has them no more. */
  cancelledLater: z.object({ receipts, amount: money }),
  /** What the Collection Report of the month says now. */
  collected: z.object({ receipts, amount: money }),
  /** Sales of earlier months that were cancelled in this one. */
  returned: z.array(sale),
  returnedAmount: money,
  /** Labels of what the page Academy does not say yet. */
  missing: z.array(z.string()),
  /** Why no file can be made, if so. */
  refused: z.string().nullable(),
})
export type EInvoiceMonth = z.output<typeof eInvoiceMonth>

export const eInvoices = {
  view: endpoint({
    method: 'GET',
    path: '/e-invoice',
    may: screens['/report/e-invoice'].may,
    summary:
      'What the consolidated e-Invoice of a month holds, and what it leaves out; by default the month before this one',
    query: z.object({ month: month.optional() }),
    result: eInvoiceMonth,
  }),
  json: endpoint({
    method: 'GET',
    path: '/e-invoice/generate/json',
    may: 'report.collection.export',
    confirmed: true,
    summary: `The consolidated e-Invoice of a month that is over: MyInvois Invoice ${eInvoiceVersion} as UBL 2.1 JSON, unsigned`,
    query: z.object({ month, part: z.coerce.number().int().min(1).max(1000).default(1) }),
    result: { file: 'json' },
  }),
}
