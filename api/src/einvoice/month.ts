/** What a month's consolidated e-Invoice holds, and what it leaves out. */

import { displayDate } from '@academy/contract/courses/calendar.ts'
import {
  dueDateOf,
  type EInvoiceMonth,
  type EInvoiceSale,
  eInvoiceNumber,
  isApart,
  largestConsolidated,
  sayFirst,
} from '@academy/contract/einvoice/einvoice.ts'
import { missingOf } from '@academy/contract/einvoice/supplier.ts'
import { daysOf, monthWords } from '@academy/contract/reports/month.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { businessDayOf, type Tx } from '../platform/data/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import { type Chain, chainsOf } from './chains.ts'
import { supplierNow } from './supplier.ts'

interface Sale extends Omit<EInvoiceSale, '_id'> {
  id: string
  /** Instant of the cancellation is before the month's end. */
  isWithin: boolean
}

const dayOf = (column: string) => sql`${businessDayOf(column)}::text`

/** Payments that meet a condition, in the order of their verification; `end` is the instant after the month. */
const sales = (end: string, condition: ReturnType<typeof sql>) => sql<Sale>`
  select payment.id, payment.receipt_no as or_no, ${dayOf('payment.date_time')} as date,
    ${dayOf('payment.cancelled_at')} as cancelled,
    jsonb_build_object('_id', member.id, 'name', member.name, 'chName', member.ch_name) as member,
    payment.amount::text as amount, coalesce(payment.cancelled_at < ${end}, false) as is_within
  from payment join member on member.id = payment.member
  where payment.is_pay and ${condition}
  order by payment.date_time, payment.id`

const amountOf = (rows: readonly { amount: string }[]) => rows.reduce((sum, { amount }) => sum + sen(amount), 0)
const sumOf = (rows: readonly Sale[]) => ({ receipts: rows.length, amount: ringgit(amountOf(rows)) })
const told = (rows: readonly Sale[]): EInvoiceSale[] => rows.map(({ id, isWithin: _, ...row }) => ({ ...row, _id: id }))

/** Lines in one file: with numbers of receipts as long as they can be it stays below MyInvois' 300 KB. */
export const mostLines = 200

/** A part of a month's file, amounts in sen. */
export interface Part {
  number: string
  chains: Chain[]
}

function partsOf(month: string, consolidated: readonly Sale[]): Part[] {
  const byDay = Object.values(Object.groupBy(consolidated, ({ date }) => date)).map((day = []) =>
    day.map(({ orNo, amount }) => ({ orNo, amount: sen(amount) })),
  )
  const chains = chainsOf(byDay)
  const count = Math.ceil(chains.length / mostLines)
  return Array.from({ length: count }, (_, index) => ({
    number: eInvoiceNumber(month, index + 1, count),
    chains: chains.slice(index * mostLines, (index + 1) * mostLines),
  }))
}

/** Why nobody can make the file now, if so. */
function reasonOf(
  tx: Tx,
  month: string,
  { total, large, missing }: { total: number; large: number; missing: string[] },
) {
  const { endDate } = daysOf(month)
  if (tx.today <= endDate)
    return `${monthWords(month)} is not over: its file can be made from the day after ${displayDate(endDate)}`
  if (total === 0)
    return large > 0
      ? `Every sale of ${monthWords(month)} is above ${formatRM(largestConsolidated)} and needs an e-Invoice of its own`
      : `${monthWords(month)} has no sale to submit`
  if (missing.length > 0) return `${sayFirst}: ${missing.join(', ')}`
  return null
}

/** Who is in charge of some centres only makes no file of the whole academy. */
export const centresReason =
  'An e-Invoice is of the whole academy: it is made by somebody who is in charge of all centres'

export async function eInvoiceOf(tx: Tx, month: string): Promise<{ shown: EInvoiceMonth; parts: Part[] }> {
  const { startDate, endDate } = daysOf(month)
  const [start, end] = [startOfDay(startDate), endOfDay(endDate)]
  const verified = await tx.query(sales(end, sql`payment.date_time >= ${start} and payment.date_time < ${end}`))
  const returned = await tx.query(
    sales(
      end,
      sql`payment.date_time < ${start} and payment.cancelled_at >= ${start} and payment.cancelled_at < ${end}`,
    ),
  )
  const [leftOut, sold] = [verified.filter(({ isWithin }) => isWithin), verified.filter(({ isWithin }) => !isWithin)]
  const large = sold.filter(({ amount }) => isApart(month, sen(amount)))
  const consolidated = sold.filter(({ amount }) => !isApart(month, sen(amount)))
  const cancelledLater = sold.filter(({ cancelled }) => cancelled !== null)
  const parts = partsOf(month, consolidated)
  const missing = missingOf(await supplierNow(tx))
  const reason = reasonOf(tx, month, { total: amountOf(consolidated), large: large.length, missing })
  const shown: EInvoiceMonth = {
    month,
    startDate,
    endDate,
    dueDate: dueDateOf(month),
    parts: parts.map(({ number, chains }, index) => ({
      part: index + 1,
      number,
      receipts: chains.reduce((sum, each) => sum + each.receipts, 0),
      amount: ringgit(chains.reduce((sum, each) => sum + each.amount, 0)),
      lines: chains.map((chain) => ({ ...chain, amount: ringgit(chain.amount) })),
    })),
    ...sumOf(consolidated),
    large: told(large),
    largeAmount: sumOf(large).amount,
    leftOut: sumOf(leftOut),
    cancelledLater: sumOf(cancelledLater),
    collected: sumOf(sold.filter(({ cancelled }) => cancelled === null)),
    returned: told(returned),
    returnedAmount: sumOf(returned).amount,
    missing,
    refused: tx.by.centres === null ? reason : centresReason,
  }
  return { shown, parts }
}
