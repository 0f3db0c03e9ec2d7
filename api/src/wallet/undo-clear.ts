import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { businessDate, shownInstant } from '../platform/runtime/index.ts'
import { reverse, watchWallets } from './wallet.ts'

/** The entry that cleared a wallet. 404 when it is none, 409 when it was put back already. */
async function clearedBy(tx: Tx, member: string, id: string) {
  const entry = found(
    await tx
      .read()
      .selectFrom('walletEntry')
      .leftJoin('walletEntry as undoing', 'undoing.reverses', 'walletEntry.id')
      .select(['walletEntry.id', 'walletEntry.cause', 'walletEntry.causeLabel', 'walletEntry.credit'])
      .select(['walletEntry.at', 'undoing.at as undoneAt', 'undoing.byName as undoneBy'])
      .where('walletEntry.id', '=', id)
      .where('walletEntry.member', '=', member)
      .where('walletEntry.kind', '=', 'expired')
      .where('walletEntry.reverses', 'is', null)
      .executeTakeFirst(),
    'Cleared credit',
  )
  if (entry.undoneAt)
    throw conflict(`This credit was put back already by ${entry.undoneBy} on ${shownInstant(entry.undoneAt)}`)
  return entry
}

/**
 * Puts back what was cleared as expired, once. 409 when the wallet is not expired any more: the credit would be good until
 * a day that was bought or given for other credit.
 */
export async function undoClear(tx: Tx, member: string, id: string): Promise<UndoEffect> {
  const { wallets, changes } = await watchWallets(tx, [member])
  const wallet = found(wallets.get(member), 'Wallet')
  const { cause, causeLabel, credit, at } = await clearedBy(tx, member, id)
  const { creditExpired } = wallet
  if (creditExpired === null || creditExpired >= tx.today)
    throw conflict(
      creditExpired === null
        ? 'The wallet has no expiry any more, so that the credit would never expire. A credit adjustment can give it back.'
        : `The wallet was given the expiry ${displayDate(creditExpired)} since, and the credit would be good until then. A credit adjustment can give it back.`,
    )
  await reverse(tx, wallet, {
    entry: id,
    kind: 'expired',
    cause: {
      key: `${cause}/undone`,
      type: 'expiry',
      id: member,
      label: `Put back: ${causeLabel}`,
      day: businessDate(new Date(at)),
    },
  })
  return {
    lines: [
      `The ${-credit} credits cleared on ${shownInstant(at)} come back. They are expired still and can be cleared again.`,
    ],
    wallets: await changes(),
    made: null,
  }
}
