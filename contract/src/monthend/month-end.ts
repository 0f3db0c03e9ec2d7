/** The month end: what is still open, the close, and the files that stay as they were then (decision 72). */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { person, reference } from '../platform/query.ts'
import { keysOf } from '../platform/records.ts'
import { correction } from '../reports/coach-month.ts'
import { month } from '../reports/month.ts'
import { screens } from '../screens.ts'
import { walletKinds } from '../wallet/rules.ts'
import { monthPoints } from './rules.ts'

const point = z.enum(keysOf(monthPoints))

/** Of a coach's pay. */
const ofCoach = correction.extend({ coach: reference('name') })
export type Correction = z.output<typeof ofCoach>

/** An entry of the ledger that changed what a closed month said: it is of the day on which it was written. */
const entry = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(walletKinds),
  member: person(),
  label: z.string(),
  note: z.string(),
  /** Signed credits. */
  credit: z.number(),
  by: z.string(),
})
export type CorrectingEntry = z.output<typeof entry>

const file = z.object({
  _id: z.string(),
  /** Its path in the archive: 'reports/Collection_Report.pdf'. */
  name: z.string(),
  /** What it is: 'Collection Report', of a statement 'Coach Settlement, Ravi a/l Krishnan', of any other file its name. */
  title: z.string(),
  bytes: z.number(),
  /** SHA-256, in hexadecimal. */
  digest: z.string(),
})
export type MonthFile = z.output<typeof file>

export const monthEndState = z.object({
  month: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** The last month that was closed; those before it are closed as well. */
  latest: z.string().nullable(),
  /** What is open now, in order; of a closed month what was left open. */
  points: z.array(z.object({ key: point, count: z.number() })),
  /** Why it cannot be closed now. */
  refused: z.string().nullable(),
  /** Which permission the caller lacks to close it and to take its files. */
  forbidden: z.string().nullable(),
  closed: z
    .object({
      _id: z.string(),
      at: z.string(),
      by: z.string(),
      remark: z.string().nullable(),
      receipts: z.number(),
      files: z.array(file),
    })
    .nullable(),
  /** Of closed months, carried into this one: of the one to be closed next what there is by now. */
  corrections: z.array(ofCoach),
  /** Of a closed month those made since, of the one to be closed next those of all closed months since the last close. */
  entries: z.object({ items: z.array(entry), total: z.number() }),
})
export type MonthEndState = z.output<typeof monthEndState>

const view = screens['/report/month-end'].may
/** Whoever closes a month takes all of its reports with it. */
const close = 'audit_trail.view' as const

export const closeMonthBody = z.object({
  month: month(),
  remark: z.string().trim().max(500, 'At most 500 characters').nullish(),
})

export const monthEnd = {
  view: endpoint({
    method: 'GET',
    path: '/month-end',
    may: view,
    summary: 'How a month stands; by default the one to be closed next',
    query: z.object({ month: month().optional() }),
    result: monthEndState,
  }),
  close: endpoint({
    method: 'POST',
    path: '/month-end',
    confirmed: true,
    may: close,
    slow: true,
    summary:
      'Closes a month that is over: keeps its reports and statements as they are now. 400 without a remark where something is open, 409 out of turn',
    body: closeMonthBody,
    result: monthEndState,
    confirm: 'Are you sure to close the month? It cannot be opened again.',
    done: 'Closed',
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/month-end/file/:id/pdf',
    may: close,
    confirmed: true,
    result: { file: 'pdf' },
  }),
  excel: endpoint({
    method: 'GET',
    path: '/month-end/file/:id/excel',
    may: close,
    confirmed: true,
    result: { file: 'xlsx' },
  }),
  pack: endpoint({
    method: 'GET',
    path: '/month-end/:id/pack',
    may: close,
    confirmed: true,
    summary: 'All files of a closed month and its official receipts as one archive, with a list of their checksums',
    result: { file: 'zip' },
  }),
}
