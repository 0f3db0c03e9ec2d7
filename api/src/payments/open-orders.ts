import { type OpenOrders, recentMinutes, type SimilarOrder } from '@academy/contract/payments/preview.ts'
import { paymentStatus } from '@academy/contract/payments/rules.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { isPending, type Tx } from '../platform/data/index.ts'
import { conflict } from '../platform/http/index.ts'
import { later } from '../platform/runtime/index.ts'
import { lockWallets } from '../wallet/wallet.ts'

const minute = 60_000
const maxSimilar = 10

/** The pending orders of these wallets, except those in `without`; wallets that have none are left out. */
export async function openOrdersOf(
  tx: Tx,
  members: readonly string[],
  without: readonly string[] = [],
): Promise<(OpenOrders & { _id: string })[]> {
  const rows = await tx.query<
    OpenOrders & { member: string }
  >(sql`select member, count(*)::int as count, sum(amount)::text as amount from payment
    where member = any(${members}::uuid[]) and ${isPending}
      and not id = any(${without}::uuid[])
    group by member order by member`)
  return rows.map(({ member, ...orders }) => ({ _id: member, ...orders }))
}

export const noOrders: OpenOrders = { count: 0, amount: ringgit(0) }

/** Orders to warn about before a new one for this wallet: the same package still open, and any recent purchase. */
export async function similarOrders(
  tx: Tx,
  order: { member: string; package: string; id?: string },
): Promise<SimilarOrder[]> {
  const rows = await tx
    .read()
    .selectFrom('payment')
    .selectAll()
    .where('member', '=', order.member)
    .where('isRejected', '=', false)
    .where('isCancelled', '=', false)
    .where(({ or, and, eb }) =>
      or([
        and([eb('package', '=', order.package), eb('isPay', '=', false)]),
        eb('createdAt', '>', later(tx.portal.clock.now(), -recentMinutes * minute).toISOString()),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSimilar + 1)
    .execute()
  return rows
    .filter(({ id }) => id !== order.id)
    .slice(0, maxSimilar)
    .map((row) => ({
      _id: row.id,
      orderID: row.orderNo,
      createdAt: row.createdAt,
      createdBy: row.createdByName,
      packageTitle: row.packageTitle,
      amount: row.amount,
      paymentType: row.paymentType,
      status: paymentStatus(row),
    }))
}

/**
 * 409 when there is a similar order that the caller was not shown. Takes the wallet's lock, so that the second of two
 * simultaneous orders sees the first.
 */
export async function refuseUnseen(tx: Tx, order: { member: string; package: string }, known: readonly string[]) {
  await lockWallets(tx, [order.member])
  const unseen = (await similarOrders(tx, order)).find(({ _id }) => !known.includes(_id))
  if (unseen)
    throw conflict(
      `${unseen.createdBy} has just made order ${unseen.orderID} of ${formatRM(sen(unseen.amount))} for this wallet. ` +
        'Please look again before you order.',
    )
}
