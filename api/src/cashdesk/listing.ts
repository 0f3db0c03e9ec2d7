import type { CashClose, CashCloseDocument, cashdesk } from '@academy/contract/cashdesk/cashdesk.ts'
import { sql } from 'kysely'
import {
  anyCase,
  checkRange,
  maybeEmpty,
  orderBy,
  paged,
  type Sortable,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import { paidColumns, paidOf } from './sheet.ts'

type Filters = Call<typeof cashdesk.list>['query']

const difference = sql<string>`(cash_close.counted - cash_close.expected)::text`

const linesOf = (kind: 'received' | 'returned') =>
  sql<number>`(select count(*)::int from cash_close_line as line where line.close = cash_close.id and line.kind = ${kind})`

const sortable: Sortable = {
  // Of the default order, which an index has.
  year: 'cashClose.year',
  runningNo: 'cashClose.runningNo',
  number: sql`(cash_close.year, cash_close.running_no)`,
  day: 'cashClose.day',
  coach: anyCase('cashClose.coachName'),
  payments: linesOf('received'),
  returned: linesOf('returned'),
  remark: maybeEmpty(anyCase('cashClose.remark')),
  expected: 'cashClose.expected',
  counted: 'cashClose.counted',
  difference: sql`cash_close.counted - cash_close.expected`,
  closedBy: anyCase('cashClose.closedByName'),
  closedAt: 'cashClose.closedAt',
}

const searched = ['cashClose.number', 'cashClose.coachName', 'cashClose.closedByName', 'cashClose.remark'] as const

export const closes = (tx: Tx) =>
  tx
    .read()
    .selectFrom('cashClose')
    .leftJoin('cashClose as wrong', 'wrong.id', 'cashClose.corrects')
    .leftJoin('cashClose as correction', 'correction.corrects', 'cashClose.id')
    .leftJoin('cashEvening as evening', 'evening.id', 'cashClose.evening')
    .selectAll('cashClose')
    .select(['wrong.number as wrongNumber', 'correction.id as correctionId', 'correction.number as correctionNumber'])
    .select('evening.number as eveningNumber')
    .select([difference.as('difference'), linesOf('received').as('payments'), linesOf('returned').as('returned')])

type Row = Awaited<ReturnType<ReturnType<typeof closes>['execute']>>[number]

const reference = (id: string | null, number: string | null) => (id && number ? { _id: id, number } : null)

export const closeOf = (row: Row): CashClose => ({
  _id: row.id,
  number: row.number,
  day: row.day,
  coach: { _id: row.coach, name: row.coachName },
  payments: row.payments,
  returned: row.returned,
  expected: row.expected,
  counted: row.counted,
  difference: row.difference,
  remark: row.remark,
  leftPayments: row.leftPayments,
  leftAmount: row.leftAmount,
  corrects: reference(row.corrects, row.wrongNumber),
  correctedBy: reference(row.correctionId, row.correctionNumber),
  evening: reference(row.evening, row.eveningNumber),
  closedBy: row.closedByName,
  closedAt: row.closedAt,
})

/** A page of closes, the newest first. */
export async function listCloses(tx: Tx, filters: Filters): Promise<{ items: CashClose[]; total: number }> {
  const { startDate, endDate, coach, isDisable } = filters
  checkRange(filters)
  let query = closes(tx)
  // Closes are never disabled.
  if (isDisable) query = query.where(sql<boolean>`false`)
  if (coach?.length) query = query.where('cashClose.coach', 'in', coach)
  if (startDate) query = query.where('cashClose.day', '>=', startDate)
  if (endDate) query = query.where('cashClose.day', '<=', endDate)
  query = search(query, filters.searchText, searched)
  const newest = [
    { field: 'year', descending: true },
    { field: 'runningNo', descending: true },
  ]
  const { items, total } = await paged(orderBy(query, filters.sort, sortable, newest, 'cashClose.id'), filters)
  return { items: items.map(closeOf), total }
}

/** A close with its payments; 404 when there is none. */
export async function closeDocument(tx: Tx, id: string): Promise<CashCloseDocument> {
  const row = found(await closes(tx).where('cashClose.id', '=', id).executeTakeFirst(), 'Cash close')
  const lines = await tx.query<
    Parameters<typeof paidOf>[0] & { kind: 'received' | 'returned'; amount: string; verifiedHere: boolean }
  >(sql`select ${paidColumns}, line.kind, line.amount, line.verified_here
    from cash_close_line as line join payment on payment.id = line.payment join member on member.id = payment.member
    where line.close = ${id} order by line.kind, payment.created_at, payment.id`)
  return {
    ...closeOf(row),
    pieces: row.pieces,
    lines: lines.map((line) => ({
      ...paidOf(line),
      kind: line.kind,
      amount: line.amount,
      verifiedHere: line.verifiedHere,
      cancelledAt: line.cancelledAt,
    })),
  }
}
