import type { Adjustment, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import type { AdjustmentStatus } from '@academy/contract/adjustments/rules.ts'
import { sql } from 'kysely'
import {
  anyCase,
  businessDayOf,
  checkRange,
  maybeEmpty,
  memberMeant,
  orderBy,
  paged,
  type Sortable,
  type Tx,
} from '../platform/data/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import type { AdjustmentRecord } from './tables.ts'

type Filters = Call<typeof adjustments.list>['query']

const sortable: Sortable = {
  doc_no: 'creditAdjustment.docNo',
  date: 'creditAdjustment.date',
  date_display: 'creditAdjustment.date',
  member: anyCase('member.name'),
  reason: anyCase('creditAdjustment.reason'),
  adjustCredit: 'creditAdjustment.adjustCredit',
  status: 'creditAdjustment.status',
  createdBy: anyCase('creditAdjustment.createdByName'),
  approvedBy: maybeEmpty(anyCase('creditAdjustment.approvedByName')),
  createdAt: 'creditAdjustment.createdAt',
  /** In the order of creation. */
  id: 'creditAdjustment.id',
}
const searched = [
  'creditAdjustment.docNo',
  'creditAdjustment.reason',
  'creditAdjustment.createdByName',
  'creditAdjustment.approvedByName',
]
const newestFirst = [
  { field: 'date', descending: true },
  { field: 'id', descending: true },
]

/** The business day of the approval. */
const approvedDay = businessDayOf('credit_adjustment.approved_at')

/** The document on the other side of a reversal in the ledger. */
const counterpart = (own: 'id' | 'reverses', other: 'id' | 'reverses') => sql<{ _id: string; doc_no: string } | null>`(
  select json_build_object('_id', other.id, 'doc_no', other.doc_no)
  from wallet_entry entry
    join wallet_entry counter on ${sql.ref(`counter.${other}`)} = ${sql.ref(`entry.${own}`)}
    join credit_adjustment other on other.id = counter.cause_id
  where entry.cause = 'adjustment/' || credit_adjustment.id and counter.cause_type = 'adjustment')`

/** All but the deleted ones. */
const present = (tx: Tx) =>
  tx
    .read()
    .selectFrom('creditAdjustment')
    .innerJoin('member', 'member.id', 'creditAdjustment.member')
    .where('creditAdjustment.status', '<>', 'Deleted')
    .selectAll('creditAdjustment')
    .select(['member.name as memberName', 'member.chName as memberChName', approvedDay.as('approvedDay')])
    .select([counterpart('reverses', 'id').as('undoes'), counterpart('id', 'reverses').as('undoneBy')])
    .$narrowType<{ status: AdjustmentStatus }>()

export interface AdjustmentRow extends AdjustmentRecord {
  memberName: string
  memberChName: string | null
  approvedDay: string | null
  undoes: Adjustment['undoes']
  undoneBy: Adjustment['undoneBy']
}

/** The key of its ledger entry. */
export const causeOf = (id: string) => `adjustment/${id}`

/** The day as documents show it, `YYYY/MM/DD`. */
export const displayDay = (date: string): string => date.replaceAll('-', '/')

export const documentOf = (row: AdjustmentRow): Adjustment => ({
  _id: row.id,
  doc_no: row.docNo,
  date: row.date,
  date_display: displayDay(row.date),
  member: { _id: row.member, name: row.memberName },
  reason: row.reason,
  adjustCredit: row.adjustCredit,
  createdBy: row.createdByName,
  status: row.status,
  approvedBy: row.approvedByName,
  undoes: row.undoes,
  undoneBy: row.undoneBy,
})

/** 404 when there is none or it was deleted. `locked` locks it until the transaction ends. */
export async function adjustmentRow(tx: Tx, id: string, locked = false): Promise<AdjustmentRow> {
  const query = present(tx).where('creditAdjustment.id', '=', id)
  return found(await (locked ? query.forUpdate('creditAdjustment') : query).executeTakeFirst(), 'Credit adjustment')
}

function filtered(tx: Tx, filters: Filters): ReturnType<typeof present> {
  const { startDate, endDate, status, member, isDisable } = filters
  checkRange(filters)
  let query = present(tx)
  // Adjustments are never disabled.
  if (isDisable) query = query.where(sql<boolean>`false`)
  if (status?.length) query = query.where('creditAdjustment.status', 'in', status)
  if (member?.length) query = query.where('creditAdjustment.member', 'in', member)
  if (startDate) query = query.where('creditAdjustment.date', '>=', startDate)
  if (endDate) query = query.where('creditAdjustment.date', '<=', endDate)
  const meant = memberMeant(tx.by, filters.searchText, searched)
  return meant ? query.where(meant) : query
}

/** A page of documents, the newest first. */
export async function listAdjustments(tx: Tx, filters: Filters): Promise<{ items: Adjustment[]; total: number }> {
  const query = orderBy(filtered(tx, filters), filters.sort, sortable, newestFirst, 'creditAdjustment.id')
  const { items, total } = await paged(query, filters)
  return { items: items.map(documentOf), total }
}
