/** Money at the card provider that has to go back: a task for the desk, opened automatically and ticked once. */
import type { Refund, refunds } from '@academy/contract/payments/refunds.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { anyCase, maybeEmpty, memberMeant, orderBy, paged, type Sortable, type Tx } from '../platform/data/index.ts'
import { type Call, conflict, found } from '../platform/http/index.ts'
import type { CardRefundRecord } from './tables.ts'

const section = 'Verify Payment'
const docType = 'card-refund'

/** `amount` in the currency's smallest unit. */
type Money = Pick<CardRefundRecord, 'payment' | 'provider' | 'providerPayment' | 'amount' | 'currency' | 'reason'>

const describe = ({ amount, currency, provider, providerPayment }: Omit<Money, 'payment' | 'reason'>) =>
  `${currency} ${ringgit(amount)} of ${providerPayment} at ${provider}`

/** Opens a refund, once for each of the provider's payments; none for an amount of zero. */
export async function openRefund(tx: Tx, money: Money): Promise<void> {
  if (money.amount <= 0) return
  const known = await tx
    .read()
    .selectFrom('cardRefund')
    .select('id')
    .where('provider', '=', money.provider)
    .where('providerPayment', '=', money.providerPayment)
    .executeTakeFirst()
  if (known) return
  await tx.change(
    {
      section,
      docType,
      docId: money.payment,
      action: 'Opened',
      description: `Refund to be made: ${describe(money)}`,
      to: money,
    },
    (on) =>
      on()
        .insertInto('cardRefund')
        .values({ ...money, id: tx.newId(), createdAt: tx.now, doneAt: null, doneBy: null, doneByName: null })
        .execute(),
  )
}

/** Opens a refund for the card money of a payment; none for one in cash. */
export async function refundOf(tx: Tx, payment: string, reason: string): Promise<void> {
  const order = await tx
    .read()
    .selectFrom('cardOrder')
    .select(['provider', 'providerPayment', 'amount', 'currency'])
    .where('payment', '=', payment)
    .executeTakeFirst()
  if (!order?.providerPayment) return
  const { provider, providerPayment, amount, currency } = order
  await openRefund(tx, { payment, provider, providerPayment, amount, currency, reason })
}

/** Records that the money went back; 409 when that is recorded already. */
export async function tickRefund(tx: Tx, id: string): Promise<void> {
  const refund = found(
    await tx.read().selectFrom('cardRefund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Refund',
  )
  if (refund.doneAt !== null) throw conflict(`${refund.doneByName} ticked this refund already`)
  const set = { doneAt: tx.now, doneBy: tx.by.userId, doneByName: tx.by.username }
  await tx.change(
    {
      section,
      docType,
      docId: refund.payment,
      action: 'Ticked',
      description: `Refund made: ${describe(refund)}`,
      from: refund,
      to: { ...refund, ...set },
    },
    (on) => on().updateTable('cardRefund').set(set).where('id', '=', id).execute(),
  )
}

const wholeRefunds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('cardRefund')
    .innerJoin('payment', 'payment.id', 'cardRefund.payment')
    .innerJoin('member', 'member.id', 'payment.member')
    .selectAll('cardRefund')
    .select(['payment.orderNo', 'payment.receiptNo', 'member.id as memberId', 'member.name as memberName'])

type RefundRow = Awaited<ReturnType<ReturnType<typeof wholeRefunds>['execute']>>[number]

const documentOf = (row: RefundRow): Refund => ({
  _id: row.id,
  payment: { _id: row.payment, orderID: row.orderNo, orNo: row.receiptNo },
  member: { _id: row.memberId, name: row.memberName },
  provider: row.provider,
  provider_payment: row.providerPayment,
  amount: ringgit(row.amount),
  currency: row.currency,
  reason: row.reason,
  createdAt: row.createdAt,
  doneAt: row.doneAt,
  doneBy: row.doneByName,
})

export const refundDocument = async (tx: Tx, id: string): Promise<Refund> =>
  documentOf(found(await wholeRefunds(tx).where('cardRefund.id', '=', id).executeTakeFirst(), 'Refund'))

/** The refunds of one payment. */
export const refundsOf = async (tx: Tx, payment: string): Promise<Refund[]> =>
  (await wholeRefunds(tx).where('cardRefund.payment', '=', payment).execute()).map(documentOf)

const sortable: Sortable = {
  createdAt: 'cardRefund.createdAt',
  amount: 'cardRefund.amount',
  currency: 'cardRefund.currency',
  member: anyCase('member.name'),
  orderID: 'payment.orderNo',
  provider: 'cardRefund.provider',
  provider_payment: 'cardRefund.providerPayment',
  reason: anyCase('cardRefund.reason'),
  doneAt: maybeEmpty('cardRefund.doneAt'),
  doneBy: maybeEmpty(anyCase('cardRefund.doneByName')),
}
const oldest = [{ field: 'createdAt', descending: false }]
const searched = ['payment.orderNo', 'payment.receiptNo', 'cardRefund.providerPayment']

/** A page of refunds, the oldest first. */
export async function listRefunds(
  tx: Tx,
  filters: Call<typeof refunds.list>['query'],
): Promise<{ items: Refund[]; total: number }> {
  const meant = memberMeant(tx.by, filters.searchText, searched)
  let query = meant ? wholeRefunds(tx).where(meant) : wholeRefunds(tx)
  if (filters.open !== undefined) query = query.where('cardRefund.doneAt', filters.open ? 'is' : 'is not', null)
  const { items, total } = await paged(orderBy(query, filters.sort, sortable, oldest, 'cardRefund.id'), filters)
  return { items: items.map(documentOf), total }
}
