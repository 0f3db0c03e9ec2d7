import type { Payment, payments } from '@academy/contract/payments/payments.ts'
import { cardLinkHours, type PaymentStatus, paymentStatus } from '@academy/contract/payments/rules.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  anyCase,
  businessDayOf,
  checkRange,
  fixedRead,
  type Given,
  inOrderOf,
  isDone,
  isPending,
  maybeEmpty,
  orderBy,
  paged,
  type Reader,
  rowMeant,
  type Sortable,
  type Tx,
} from '../platform/data/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import { endOfDay, later, startOfDay } from '../platform/runtime/index.ts'

const hour = 3_600_000

type Filters = Call<typeof payments.list>['query']

/** The children whose classes the payer's wallet pays. */
const children = sql<{ _id: string; name: string; chName: string | null }[]>`(
  select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'chName', child.ch_name)
    order by lower(child.name), child.id), '[]')
  from member_parent join member child on child.id = member_parent.child
  where member_parent.parent = payment.member and not child.is_independent and not child.is_deleted)`

const openRefunds = sql<number>`(
  select count(*)::int from card_refund where card_refund.payment = payment.id and done_at is null)`

/** The day of the order, once verified that of the verification. */
export const businessDay = businessDayOf('payment.date_time')
/** The day the money changed hands, which is that of the order. */
const receivedDay = businessDayOf('payment.created_at')
/** The wallet's expiry after the payment, once that is verified. */
export const validUntil = sql<
  string | null
>`case when payment.is_pay then greatest(payment.expiry_before, payment.expired_date) end`

type Other = { _id: string; orderID: string } | null
const other = (condition: RawBuilder<unknown>) => sql<Other>`(
  select json_build_object('_id', other.id, 'orderID', other.order_no) from payment other where ${condition})`

const wholePayments = (db: Reader) =>
  db
    .selectFrom('payment')
    .innerJoin('member', 'member.id', 'payment.member')
    .innerJoin('wallet', 'wallet.member', 'payment.member')
    .leftJoin('coach', 'coach.id', 'payment.coachReceived')
    .leftJoin('cardOrder', 'cardOrder.payment', 'payment.id')
    .selectAll('payment')
    .select([
      'cardOrder.state as cardState',
      'cardOrder.provider',
      'cardOrder.providerPayment',
      'cardOrder.problem',
      'cardOrder.declinedAt',
      openRefunds.as('openRefunds'),
    ])
    .select(['member.name as payerName', 'member.chName as payerChName', 'coach.name as coachName'])
    .select(['wallet.balance', 'wallet.creditExpired'])
    .select([children.as('children'), businessDay.as('businessDay'), receivedDay.as('receivedDay')])
    .select(validUntil.as('validUntil'))
    .select(other(sql`other.id = payment.replaces`).as('replaced'))
    .select(other(sql`other.replaces = payment.id`).as('replacedBy'))

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof wholePayments>['execute']>>[number]

/** Ids only: left joins that are neither searched nor sorted cost nothing, and the page is read in full afterwards. */
const paymentIds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('payment')
    .leftJoin('member', 'member.id', 'payment.member')
    .leftJoin('coach', 'coach.id', 'payment.coachReceived')
    .select('payment.id')

const cardFactsOf = (row: PaymentRow): Payment['card'] =>
  row.cardState && row.provider
    ? {
        state: row.cardState,
        problem: row.problem,
        declinedAt: row.declinedAt,
        provider: row.provider,
        providerPayment: row.providerPayment,
        openRefunds: row.openRefunds,
      }
    : null

export const documentOf = (row: PaymentRow): Payment => ({
  _id: row.id,
  orNo: row.receiptNo,
  orderID: row.orderNo,
  dateTime: row.dateTime,
  createdAt: row.createdAt,
  receivedAt: row.createdAt,
  verifiedAt: row.isPay ? row.dateTime : null,
  rejectedAt: row.rejectedAt,
  cancelledAt: row.cancelledAt,
  memberId: row.member,
  createdBy: { _id: row.member, name: row.payerName, chName: row.payerChName, children: row.children },
  paymentType: row.paymentType,
  package: { _id: row.package, code: row.packageCode },
  packageTitle: row.packageTitle,
  description: row.description,
  duration: row.duration,
  addition: row.addition,
  creditPurchase: row.creditPurchase,
  amount: row.amount,
  isPay: row.isPay,
  isRejected: row.isRejected,
  isCancelled: row.isCancelled,
  isDisable: row.isDisable,
  status: paymentStatus(row),
  coachReceived: row.coachReceived && row.coachName !== null ? { _id: row.coachReceived, name: row.coachName } : null,
  verifyBy: row.verifiedByName,
  expired_date: row.expiredDate,
  validUntil: row.validUntil,
  cancelReason: row.cancelReason,
  replaces: row.replaced,
  replacedBy: row.replacedBy,
  wallet: row.balance,
  creditExpired: row.creditExpired,
  card: cardFactsOf(row),
})

const rowById = fixedRead((db, given: Given<{ id: string }>) => wholePayments(db).where('payment.id', '=', given('id')))

/** A payment with everything its document and its receipt need. */
export async function paymentRow(tx: Tx, id: string): Promise<PaymentRow> {
  return found((await rowById(tx, { id }))[0], 'Payment')
}

const rowsById = fixedRead((db, given: Given<{ ids: readonly string[] }>) =>
  wholePayments(db).where('payment.id', '=', sql<string>`any(${given('ids')})`),
)

/** The same of several, in the order of the ids; 404 when one of them is unknown. */
export async function paymentRows(tx: Tx, ids: readonly string[]): Promise<PaymentRow[]> {
  const byId = new Map((await rowsById(tx, { ids })).map((row) => [row.id, row]))
  return ids.map((id) => found(byId.get(id), 'Payment'))
}

export const paymentDocument = async (tx: Tx, id: string): Promise<Payment> => documentOf(await paymentRow(tx, id))

const walletNow = (column: string) =>
  sql`(select ${sql.ref(`wallet.${column}`)} from wallet where wallet.member = payment.member)`

const inStatus: Record<PaymentStatus, RawBuilder<boolean>> = {
  Pending: isPending,
  Rejected: sql`payment.is_rejected`,
  Cancelled: sql`payment.is_cancelled`,
  Done: isDone,
}
const statusCases = keysOf(inStatus).map((status) => sql`when ${inStatus[status]} then ${sql.lit(status)}`)

const sortable: Sortable = {
  dateTime: 'payment.dateTime',
  createdAt: 'payment.createdAt',
  receivedAt: 'payment.createdAt',
  verifiedAt: maybeEmpty(sql`case when payment.is_pay then payment.date_time end`),
  rejectedAt: maybeEmpty('payment.rejectedAt'),
  cancelledAt: maybeEmpty('payment.cancelledAt'),
  orNo: maybeEmpty('payment.receiptNo'),
  orderID: 'payment.orderNo',
  amount: 'payment.amount',
  creditPurchase: 'payment.creditPurchase',
  addition: 'payment.addition',
  duration: 'payment.duration',
  paymentType: 'payment.paymentType',
  status: sql`case ${sql.join(statusCases, sql` `)} end`,
  isPay: 'payment.isPay',
  isRejected: 'payment.isRejected',
  isCancelled: 'payment.isCancelled',
  isDisable: 'payment.isDisable',
  package: anyCase('payment.packageCode'),
  packageTitle: anyCase('payment.packageTitle'),
  description: anyCase('payment.description'),
  createdBy: anyCase('member.name'),
  memberId: 'payment.member',
  coachReceived: maybeEmpty(anyCase('coach.name')),
  verifyBy: maybeEmpty(anyCase('payment.verifiedByName')),
  expired_date: maybeEmpty('payment.expiredDate'),
  validUntil: maybeEmpty(validUntil),
  wallet: walletNow('balance'),
  creditExpired: maybeEmpty(walletNow('creditExpired')),
}

/** With dashboard view alone only pending payments are visible. */
const seesAll = (tx: Tx) => tx.by.can('verifyPayment.view')

/** The same as `paymentDocument` for a caller who may not see every payment. */
export async function visiblePayment(tx: Tx, id: string): Promise<Payment> {
  const payment = await paymentDocument(tx, id)
  return found(seesAll(tx) || payment.status === 'Pending' ? payment : undefined, 'Payment')
}

/** Rejected, or a card order whose card was declined or whose link has expired. */
const failed = (tx: Tx) => {
  const oldest = later(tx.portal.clock.now(), -cardLinkHours * hour).toISOString()
  return sql<boolean>`payment.is_rejected or not payment.is_pay and exists (select from card_order
    where card_order.payment = payment.id and (declined_at is not null or created_at < ${oldest}))`
}

const searched = ['payment.receiptNo', 'payment.orderNo', 'payment.packageTitle']
const flags = ['isPay', 'isRejected', 'isCancelled', 'isDisable'] as const

/** Whether the filters exclude pending payments: an empty list would look as if there were no others. */
const excludesPending = ({ status, isPay, isRejected, isCancelled, dateBy }: Filters) =>
  Boolean(
    (status?.length && !status.includes('Pending')) || isPay || isRejected || isCancelled || dateBy === 'verified',
  )

function filtered(tx: Tx, filters: Filters): ReturnType<typeof paymentIds> {
  const { startDate, endDate } = filters
  checkRange(filters)
  if (excludesPending(filters)) tx.need('verifyPayment.view')
  let query = paymentIds(tx)
  if (!seesAll(tx)) query = query.where(inStatus.Pending)
  const statuses = filters.status?.map((status) => inStatus[status]) ?? []
  if (statuses.length > 0) query = query.where((is) => is.or(statuses))
  for (const flag of flags) {
    const wanted = filters[flag]
    if (wanted !== undefined) query = query.where(`payment.${flag}`, '=', wanted)
  }
  if (filters.failed !== undefined) query = query.where(sql<boolean>`(${failed(tx)}) = ${filters.failed}`)
  if (filters.paymentType?.length) query = query.where('payment.paymentType', 'in', filters.paymentType)
  if (filters.createdBy?.length) query = query.where('payment.member', 'in', filters.createdBy)
  if (filters.coachReceived?.length) query = query.where('payment.coachReceived', 'in', filters.coachReceived)
  if (filters.dateBy === 'verified') query = query.where('payment.isPay', '=', true)
  const dated = filters.dateBy === 'received' ? 'payment.createdAt' : 'payment.dateTime'
  if (startDate) query = query.where(dated, '>=', startOfDay(startDate))
  if (endDate) query = query.where(dated, '<', endOfDay(endDate))
  const meant = rowMeant(tx.by, filters.searchText, { member: 'payment.member', columns: searched })
  return meant ? query.where(meant) : query
}

/** A page of payments, the newest first. */
export async function listPayments(tx: Tx, filters: Filters): Promise<{ items: Payment[]; total: number }> {
  const newest = [{ field: 'dateTime', descending: true }]
  const query = orderBy(filtered(tx, filters), filters.sort, sortable, newest, 'payment.id')
  const { items: page, total } = await paged(query, filters)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  return { items: inOrderOf(page, (await rowsById(tx, { ids })).map(documentOf)), total }
}
