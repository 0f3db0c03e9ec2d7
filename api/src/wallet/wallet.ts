import { displayDate } from '@academy/contract/courses/calendar.ts'
import { covers } from '@academy/contract/wallet/rules.ts'
import type { Schema, Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { type Cause, type Move, moveOf, type Posting, section, type Wallet, write } from './posting.ts'

export type { Cause, Wallet }

/** Every member has a wallet from the first moment; a dependent child's stays empty. */
export async function openWallet(tx: Tx, member: string): Promise<void> {
  await tx.change(
    { section, docType: 'wallet', docId: member, action: 'Opened', description: `Opened the wallet of ${member}` },
    (on) => on().insertInto('wallet').values({ member, balance: 0, version: 0, creditExpired: null }).execute(),
  )
}

/** A wallet that a new member brings along from elsewhere. */
export interface Opening {
  member: string
  /** Credits, 0 or more. */
  credit: number
  creditExpired: string | null
}

/** Opens many wallets at once, of those who bring credit with it as an `opening` entry. */
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
      return moveOf(tx, { member, balance: 0, version: 0, creditExpired }, { member, kind: 'opening', credit, cause })
    })
  if (moves.length > 0) await write(tx, moves)
}

/** Locks wallets until the transaction ends, in id order, so that two transactions never wait for each other. */
export async function lockWallets(tx: Tx, members: readonly string[]): Promise<Map<string, Wallet>> {
  if (members.length === 0) return new Map()
  const rows = await tx
    .read()
    .selectFrom('wallet')
    .selectAll()
    .where('member', 'in', [...new Set(members)])
    .orderBy('member')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.member, row]))
}

const lockWallet = async (tx: Tx, member: string): Promise<Wallet> =>
  found((await lockWallets(tx, [member])).get(member), 'Wallet')

/** The wallet as it is, without a lock: for showing, never for deciding. */
export async function walletOf(tx: Tx, member: string): Promise<Wallet> {
  const wallet = await tx.read().selectFrom('wallet').selectAll().where('member', '=', member).executeTakeFirst()
  return found(wallet, 'Wallet')
}

async function writeOne(tx: Tx, wallet: Wallet, posting: Posting): Promise<{ entry: string; balance: number }> {
  const move = moveOf(tx, wallet, posting)
  await write(tx, [move])
  return { entry: move.entry.id, balance: move.after.balance }
}

/** Moves a wallet by signed credits. 409 stating the balance when it would go below zero. */
export async function post(tx: Tx, posting: Posting): Promise<{ entry: string; balance: number }> {
  return writeOne(tx, await lockWallet(tx, posting.member), posting)
}

/** What a wallet is to pay: positive credits. */
export interface Due {
  member: string
  credit: number
  cause: Cause
}

/** Pays for a class in full and answers the entry, or writes nothing and answers null when the balance is short. */
export async function charge(tx: Tx, due: Due): Promise<string | null> {
  const [entry] = await chargeAll(tx, [due])
  return entry ?? null
}

/** The same for several, one after the other in the order given: an earlier one may leave too little for a later. */
export async function chargeAll(tx: Tx, dues: readonly Due[]): Promise<(string | null)[]> {
  const wallets = await lockWallets(
    tx,
    dues.map(({ member }) => member),
  )
  const moves: Move[] = []
  const entries = dues.map(({ member, credit, cause }) => {
    const wallet = found(wallets.get(member), 'Wallet')
    if (!covers(wallet.balance, credit)) return null
    const move = moveOf(tx, wallet, { member, kind: 'attendance', credit: -credit, cause })
    wallets.set(member, move.after)
    moves.push(move)
    return move.entry.id
  })
  if (moves.length > 0) await write(tx, moves)
  return entries
}

/** Takes an entry back by its opposite. 409 when it was taken back already. */
export async function reverse(
  tx: Tx,
  of: { entry: string; kind: 'attendance-reversed' | 'purchase-cancelled'; cause: Cause; note?: string | null },
): Promise<{ entry: string; balance: number }> {
  const original = found(
    await tx
      .read()
      .selectFrom('walletEntry')
      .select(['member', 'credit'])
      .where('id', '=', of.entry)
      .executeTakeFirst(),
    'Wallet entry',
  )
  const wallet = await lockWallet(tx, original.member)
  const { member, credit } = original
  return writeOne(tx, wallet, {
    member,
    kind: of.kind,
    credit: -credit,
    cause: of.cause,
    note: of.note,
    reverses: of.entry,
  })
}

/** The entry a cause has written, if any, with the balance before and after it. */
export async function entryOf(
  tx: Tx,
  causeKey: string,
): Promise<Pick<Schema['walletEntry'], 'id' | 'credit' | 'balanceBefore' | 'balanceAfter'> | undefined> {
  return tx
    .read()
    .selectFrom('walletEntry')
    .select(['id', 'credit', 'balanceBefore', 'balanceAfter'])
    .where('cause', '=', causeKey)
    .executeTakeFirst()
}

const shownDay = (date: string | null) => (date === null ? 'never' : displayDate(date))

/** Sets the day the wallet's credit expires, null for none. */
export async function setExpiry(tx: Tx, member: string, date: string | null): Promise<void> {
  const wallet = await lockWallet(tx, member)
  if (wallet.creditExpired === date) return
  await tx.change(
    {
      section,
      docType: 'wallet',
      docId: member,
      action: 'Expiry',
      description: `Credit of ${member} expires ${shownDay(date)}, before ${shownDay(wallet.creditExpired)}`,
      from: { creditExpired: wallet.creditExpired },
      to: { creditExpired: date },
    },
    (on) => on().updateTable('wallet').set({ creditExpired: date }).where('member', '=', member).execute(),
  )
}

/** Set-to edit of the member form, in credits. 409 when the balance moved since the form was loaded. */
export async function setBalance(tx: Tx, edit: { member: string; wallet: number; walletWas: number }): Promise<void> {
  const wallet = await lockWallet(tx, edit.member)
  if (wallet.balance !== edit.walletWas)
    throw conflict(
      `The wallet holds ${wallet.balance} credits now, not ${edit.walletWas}. Please load the page again.`,
      [{ path: 'wallet', message: `The wallet holds ${wallet.balance} credits now` }],
    )
  if (wallet.balance === edit.wallet) return
  await writeOne(tx, wallet, {
    member: edit.member,
    kind: 'manual-edit',
    credit: edit.wallet - wallet.balance,
    cause: {
      key: `manual/${edit.member}/${wallet.version + 1}`,
      type: 'manual',
      id: edit.member,
      label: 'Edited by hand',
    },
  })
}

/** Removes what has expired. 409 unless the expiry is past; a top-up at the same moment waits and then stays. */
export async function clearExpired(tx: Tx, member: string): Promise<void> {
  const wallet = await lockWallet(tx, member)
  if (wallet.creditExpired === null || wallet.creditExpired >= tx.today)
    throw conflict(
      wallet.creditExpired === null
        ? 'No expiration date found.'
        : `The credit expires on ${shownDay(wallet.creditExpired)} and cannot be cleared yet`,
    )
  if (wallet.balance <= 0) throw conflict(`The wallet holds ${wallet.balance} credits, there is nothing to clear`)
  await writeOne(tx, wallet, {
    member,
    kind: 'expired',
    credit: -wallet.balance,
    cause: {
      key: `expired/${member}/${wallet.version + 1}`,
      type: 'expiry',
      id: member,
      label: `Expired on ${wallet.creditExpired}`,
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

/** Takes opening balances back that nothing moved since: one entry each. The wallets stay. */
export async function reverseOpenings(tx: Tx, members: readonly string[]): Promise<void> {
  if (members.length === 0) return
  const wallets = await lockWallets(tx, members)
  const entries = await tx
    .read()
    .selectFrom('walletEntry')
    .select(['id', 'member', 'credit'])
    .where('member', 'in', [...members])
    .where('kind', '=', 'opening')
    .where('version', '=', 1)
    .execute()
  const moves = entries.map(({ id, member, credit }) => {
    const cause: Cause = { key: `opening/${member}/undone`, type: 'opening', id: member, label: 'Import undone' }
    const posting: Posting = { member, kind: 'opening', credit: -credit, cause, reverses: id }
    return moveOf(tx, found(wallets.get(member), 'Wallet'), posting)
  })
  if (moves.length > 0) await write(tx, moves)
}
