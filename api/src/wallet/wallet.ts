import { displayDate } from '@academy/contract/courses/calendar.ts'
import { covers } from '@academy/contract/wallet/rules.ts'
import { plannedOnce, type Schema, type Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { businessDate } from '../platform/runtime/index.ts'
import { LockedWallet, lockWallet, lockWallets, type Wallet } from './locked-wallet.ts'
import { type Cause, type Move, moveOf, type Posting, section, write } from './posting.ts'

export { keepMonths, rebuildMonths } from './month-balances.ts'
export { walletSince } from './months.ts'
export { runwayOn } from './runway.ts'
export { type WatchedWallets, watchWallets } from './watched.ts'
export type { Cause, LockedWallet, Wallet }
export { lockWallet, lockWallets }

/** Every member has a wallet from its creation on; a dependent child's stays empty. */
export const openWallet = (tx: Tx, member: string, credit = 0): Promise<void> =>
  openWallets(tx, [{ member, credit, creditExpired: null }])

/** The opening balance of a new member, for example from an import. */
export interface Opening {
  member: string
  /** Credits, 0 or more. */
  credit: number
  creditExpired: string | null
}

/** Opens many wallets at once; those with credit get an `opening` entry. */
export async function openWallets(tx: Tx, openings: readonly Opening[]): Promise<void> {
  if (openings.length === 0) return
  await tx.change(
    openings.map(({ member, creditExpired }) => ({
      section,
      docType: 'wallet',
      docId: member,
      action: 'Opened',
      description: `Opened the wallet of ${member}`,
      to: { creditExpired },
    })),
    (on) =>
      on()
        .insertInto('wallet')
        .values(openings.map(({ member, creditExpired }) => ({ member, balance: 0, version: 0, creditExpired })))
        .execute(),
  )
  const moves = openings
    .filter(({ credit }) => credit !== 0)
    .map(({ member, credit, creditExpired }) => {
      const cause: Cause = { key: `opening/${member}`, type: 'opening', id: member, label: 'Opening balance' }
      // Nobody else sees it before the commit.
      const wallet = new LockedWallet({ member, balance: 0, version: 0, creditExpired })
      return moveOf(tx, wallet, { kind: 'opening', credit, cause })
    })
  if (moves.length > 0) await write(tx, moves)
}

/** The wallet as it is, without a lock: for showing, never for deciding. */
export async function walletOf(tx: Tx, member: string): Promise<Wallet> {
  const wallet = await tx.read().selectFrom('wallet').selectAll().where('member', '=', member).executeTakeFirst()
  return found(wallet, 'Wallet')
}

/** Moves a wallet by signed credits. 409 stating the balance when it would go below zero. */
export async function post(
  tx: Tx,
  wallet: LockedWallet,
  posting: Posting,
): Promise<{ entry: string; balance: number }> {
  const move = moveOf(tx, wallet, posting)
  await write(tx, [move])
  return { entry: move.entry.id, balance: wallet.balance }
}

/** A charge to a wallet, in positive credits. */
interface Due {
  credit: number
  cause: Cause
}

/** Pays for a class in full and answers the entry, or writes nothing and answers null when the balance is short. */
export async function charge(tx: Tx, wallet: LockedWallet, due: Due): Promise<string | null> {
  const [entry] = await chargeAll(tx, [{ ...due, wallet }])
  return entry ?? null
}

/** The same for several charges in their order: an earlier one may leave too little for a later one. */
export async function chargeAll(tx: Tx, dues: readonly (Due & { wallet: LockedWallet })[]): Promise<(string | null)[]> {
  const moves: Move[] = []
  const entries = dues.map(({ wallet, credit, cause }) => {
    if (!covers(wallet.balance, credit)) return null
    const move = moveOf(tx, wallet, { kind: 'attendance', credit: -credit, cause })
    moves.push(move)
    return move.entry.id
  })
  if (moves.length > 0) await write(tx, moves)
  return entries
}

interface Reversal {
  entry: string
  kind: 'attendance-reversed' | 'purchase-cancelled' | 'expired'
  cause: Cause
  note?: string | null
}

/** Reverses an entry of this wallet by its opposite; 409 when it is reversed already. */
export async function reverse(tx: Tx, wallet: LockedWallet, of: Reversal): Promise<{ entry: string; balance: number }> {
  const [entry = ''] = await reverseAll(tx, [{ ...of, wallet }])
  return { entry, balance: wallet.balance }
}

/** The same for several entries in their order; answers the entries that reverse them. */
export async function reverseAll(tx: Tx, all: readonly (Reversal & { wallet: LockedWallet })[]): Promise<string[]> {
  if (all.length === 0) return []
  const rows = await tx
    .read()
    .selectFrom('walletEntry')
    .select(['id', 'member', 'credit'])
    .where(
      'id',
      'in',
      all.map(({ entry }) => entry),
    )
    .execute()
  const moves = all.map(({ wallet, entry, kind, cause, note }) => {
    const { credit } = found(
      rows.find(({ id, member }) => id === entry && member === wallet.member),
      'Wallet entry',
    )
    return moveOf(tx, wallet, { kind, credit: -credit, cause, note, reverses: entry })
  })
  await write(tx, moves)
  return moves.map(({ entry }) => entry.id)
}

/** The entry a cause has written, if any, with its moment and the balance before and after it. */
export async function entryOf(
  tx: Tx,
  causeKey: string,
): Promise<Pick<Schema['walletEntry'], 'id' | 'at' | 'credit' | 'balanceBefore' | 'balanceAfter'> | undefined> {
  return tx
    .read()
    .selectFrom('walletEntry')
    .select(['id', 'at', 'credit', 'balanceBefore', 'balanceAfter'])
    .where('cause', '=', causeKey)
    .executeTakeFirst()
}

const shownDay = (date: string | null) => (date === null ? 'never' : displayDate(date))

/** Sets the day the wallet's credit expires, null for none. */
export async function setExpiry(tx: Tx, wallet: LockedWallet, date: string | null): Promise<void> {
  const { member, creditExpired } = wallet
  if (creditExpired === date) return
  await tx.change(
    {
      section,
      docType: 'wallet',
      docId: member,
      action: 'Expiry',
      description: `Credit of ${member} expires ${shownDay(date)}, before ${shownDay(creditExpired)}`,
      from: { creditExpired },
      to: { creditExpired: date },
    },
    (on) =>
      on()
        .updateTable('wallet')
        .set({ creditExpired: date })
        .where('member', '=', member)
        .modifyEnd(plannedOnce)
        .execute(),
  )
  wallet.becomes({ creditExpired: date })
}

/** Set-to edit of the member form, in credits. 409 when the balance moved since the form was loaded. */
export async function setBalance(
  tx: Tx,
  wallet: LockedWallet,
  edit: { wallet: number; walletWas: number },
): Promise<void> {
  if (wallet.balance !== edit.walletWas)
    throw conflict(
      `The wallet holds ${wallet.balance} credits now, not ${edit.walletWas}. Please load the page again.`,
      [{ path: 'wallet', message: `The wallet holds ${wallet.balance} credits now` }],
    )
  if (wallet.balance === edit.wallet) return
  await post(tx, wallet, {
    kind: 'manual-edit',
    credit: edit.wallet - wallet.balance,
    cause: {
      key: `manual/${wallet.member}/${wallet.version + 1}`,
      type: 'manual',
      id: wallet.member,
      label: 'Edited by hand',
    },
  })
}

/** Removes what has expired. 409 unless the expiry is past; a top-up at the same moment waits and then stays. */
export async function clearExpired(tx: Tx, wallet: LockedWallet): Promise<void> {
  const { member } = wallet
  if (wallet.creditExpired === null || wallet.creditExpired >= tx.today)
    throw conflict(
      wallet.creditExpired === null
        ? 'No expiration date found.'
        : `The credit expires on ${shownDay(wallet.creditExpired)} and cannot be cleared yet`,
    )
  if (wallet.balance <= 0) throw conflict(`The wallet holds ${wallet.balance} credits, there is nothing to clear`)
  await post(tx, wallet, {
    kind: 'expired',
    credit: -wallet.balance,
    cause: {
      key: `expired/${member}/${wallet.version + 1}`,
      type: 'expiry',
      id: member,
      label: `Expired on ${shownDay(wallet.creditExpired)}`,
    },
  })
}

/** Removes the wallets of members that leave without history. One with entries stays: the database refuses. */
export async function closeWallets(tx: Tx, members: readonly { id: string; name: string }[]): Promise<void> {
  const ids = members.map(({ id }) => id)
  await tx.change(
    members.map(({ id, name }) => ({
      section,
      docType: 'wallet',
      docId: id,
      action: 'Closed',
      description: `Closed the wallet of ${name}`,
    })),
    (on) => on().deleteFrom('wallet').where('member', 'in', ids).execute(),
  )
}

/** Reverses opening balances by one entry each. The wallets stay. */
export async function reverseOpenings(tx: Tx, wallets: readonly LockedWallet[]): Promise<void> {
  if (wallets.length === 0) return
  const walletOfMember = new Map(wallets.map((wallet) => [wallet.member, wallet]))
  const entries = await tx
    .read()
    .selectFrom('walletEntry')
    .select(['id', 'member', 'credit', 'at'])
    .where('member', 'in', [...walletOfMember.keys()])
    .where('kind', '=', 'opening')
    .where('version', '=', 1)
    .execute()
  const moves = entries.map(({ id, member, credit, at }) => {
    const cause: Cause = {
      ...{ key: `opening/${member}/undone`, type: 'opening', id: member, label: 'Import undone' },
      day: businessDate(new Date(at)),
    }
    const wallet = found(walletOfMember.get(member), 'Wallet')
    return moveOf(tx, wallet, { kind: 'opening', credit: -credit, cause, reverses: id })
  })
  if (moves.length > 0) await write(tx, moves)
}
