import type { Counterpart, LedgerEntry, wallet } from '@academy/contract/wallet/wallet.ts'
import { sql } from 'kysely'
import {
  anyCase,
  checkRange,
  likePattern,
  maybeEmpty,
  orderBy,
  type Sortable,
  type Tx,
  totalOf,
} from '../platform/data/index.ts'
import { type Call, invalid } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import { walletOf } from './wallet.ts'

type Filters = Call<typeof wallet.ledger>['query']

const entriesOf = (tx: Tx, member: string) =>
  tx.read().selectFrom('walletEntry').where('walletEntry.member', '=', member)

function filtered(tx: Tx, member: string, { asOf, startDate, endDate, kind, searchText }: Filters) {
  let query = entriesOf(tx, member)
  if (asOf) query = query.where('walletEntry.at', '<', endOfDay(asOf))
  if (startDate) query = query.where('walletEntry.at', '>=', startOfDay(startDate))
  if (endDate) query = query.where('walletEntry.at', '<', endOfDay(endDate))
  if (kind?.length) query = query.where('walletEntry.kind', 'in', kind)
  if (searchText)
    query = query.where(
      sql<string>`concat_ws(E'\n', concat_ws(', ', wallet_entry.cause_label,
        (select name from member where id = wallet_entry.attended_by)), wallet_entry.note, wallet_entry.by_name)`,
      'ilike',
      likePattern(searchText),
    )
  return query
}

const sortable: Sortable = {
  // Entries of one request share their instant.
  at: 'walletEntry.version',
  no: 'walletEntry.version',
  kind: 'walletEntry.kind',
  credit: 'walletEntry.credit',
  balanceAfter: 'walletEntry.balanceAfter',
  cause: anyCase('walletEntry.causeLabel'),
  by: anyCase('walletEntry.byName'),
  note: maybeEmpty(anyCase('walletEntry.note')),
}
const newestFirst = [{ field: 'at', descending: true }]

const whole = (query: ReturnType<typeof entriesOf>) =>
  query
    .leftJoin('walletEntry as undone', 'undone.id', 'walletEntry.reverses')
    .leftJoin('walletEntry as undoing', 'undoing.reverses', 'walletEntry.id')
    .leftJoin('attendance', (on) =>
      on.onRef('attendance.id', '=', 'walletEntry.causeId').on('walletEntry.causeType', '=', 'attendance'),
    )
    .leftJoin('member', 'member.id', 'walletEntry.attendedBy')
    .leftJoin('payment', (on) =>
      on.onRef('payment.id', '=', 'walletEntry.causeId').on('walletEntry.causeType', '=', 'payment'),
    )
    .selectAll('walletEntry')
    .select(['undone.id as undoneId', 'undone.version as undoneNo', 'undone.at as undoneAt'])
    .select(['undone.kind as undoneKind', 'undone.credit as undoneCredit'])
    .select(['undoing.id as undoingId', 'undoing.version as undoingNo', 'undoing.at as undoingAt'])
    .select(['undoing.kind as undoingKind', 'undoing.credit as undoingCredit'])
    .select(['attendance.member as attendee', 'attendance.course', 'attendance.class', 'attendance.classDate'])
    .select(['member.name as attendeeName', 'payment.receiptNo', 'payment.orderNo', 'payment.paymentType'])

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

function counterpartOf(row: Whole): Counterpart | null {
  const { undoneId, undoneNo, undoneAt, undoneKind, undoneCredit } = row
  if (undoneId && undoneNo && undoneAt && undoneKind && undoneCredit)
    return { _id: undoneId, no: undoneNo, at: undoneAt, kind: undoneKind, credit: undoneCredit }
  const { undoingId, undoingNo, undoingAt, undoingKind, undoingCredit } = row
  if (undoingId && undoingNo && undoingAt && undoingKind && undoingCredit)
    return { _id: undoingId, no: undoingNo, at: undoingAt, kind: undoingKind, credit: undoingCredit }
  return null
}

function attendedIn({ attendee, attendeeName, course, class: of, classDate }: Whole): LedgerEntry['attended'] {
  if (!attendee || attendeeName === null || !course || !of || !classDate) return null
  return { member: { _id: attendee, name: attendeeName }, course, class: of, classDate }
}

const labelOf = ({ causeLabel, attendeeName }: Whole) =>
  attendeeName === null ? causeLabel : `${causeLabel}, ${attendeeName}`

function paidBy({ receiptNo: orNo, orderNo: orderID, paymentType }: Whole): LedgerEntry['payment'] {
  return orderID === null || paymentType === null ? null : { orNo, orderID, paymentType }
}

const documentOf = (row: Whole): LedgerEntry => ({
  _id: row.id,
  no: row.version,
  at: row.at,
  kind: row.kind,
  credit: row.credit,
  balanceAfter: row.balanceAfter,
  cause: { type: row.causeType, _id: row.causeId, label: labelOf(row) },
  by: row.byName,
  note: row.note,
  reverses: row.reverses,
  reversedBy: row.undoingId,
  counterpart: counterpartOf(row),
  attended: attendedIn(row),
  payment: paidBy(row),
})

/** The balance at the end of a day. */
async function balanceOn(tx: Tx, member: string, asOf: string): Promise<number> {
  const { balance } = await entriesOf(tx, member)
    .where('walletEntry.at', '<', endOfDay(asOf))
    .select(sql<number>`coalesce(sum(credit), 0)::int`.as('balance'))
    .executeTakeFirstOrThrow()
  return balance
}

/** The entries of a wallet that match, newest first, each with the balance it left; and the balance of the wallet. */
export async function ledger(
  tx: Tx,
  member: string,
  filters: Filters,
): Promise<{ items: LedgerEntry[]; total: number; balance: number; last: number }> {
  if (filters.asOf && filters.asOf > tx.today)
    throw invalid([{ path: 'asOf', message: 'The date cannot be in the future' }])
  checkRange(filters)
  const query = filtered(tx, member, filters)
  const rows = await orderBy(whole(query), filters.sort, sortable, newestFirst, 'walletEntry.id')
    .offset(filters.offset)
    .limit(filters.limit)
    .execute()
  const wallet = await walletOf(tx, member)
  return {
    items: rows.map(documentOf),
    total: await totalOf(query),
    balance: filters.asOf ? await balanceOn(tx, member, filters.asOf) : wallet.balance,
    last: wallet.version,
  }
}
