import { shortfallWords } from '@academy/contract/wallet/rules.ts'
import { checkMember } from '../members/members.ts'
import { inCallersCentres, seesCentre, type Tx } from '../platform/data/index.ts'
import { conflict, found, notFound } from '../platform/http/index.ts'
import { charge, chargeAll, lockWallet, lockWallets, walletOf } from '../wallet/wallet.ts'
import {
  type Change,
  caseClosed,
  causeOfDebit,
  descriptionOf,
  type Locked,
  lockable,
  lockRow,
  reverseDebits,
  stateOf,
  store,
} from './attendance-changes.ts'

/** An open case closed with the wallet entry that paid for it, as part of a settlement or alone. */
const paidWith = (row: Locked, entry: string, settlement: string | null): Change => ({
  row,
  next: { ...stateOf(row), outstanding: false, version: row.version + 1, entry, settlement },
  description: `Closed outstanding case: ${descriptionOf(row)}, ${row.creditMinus} credits`,
})

const chargeOf = (row: Locked) => ({
  credit: row.creditMinus,
  cause: causeOfDebit(row, row.version + 1),
})

/** Debits an open case now. 409 when it is not open, or stating the balance and what is missing. */
export async function closeOutstanding(tx: Tx, id: string): Promise<void> {
  const row = await lockRow(tx, id)
  if (!row.outstanding) throw conflict('This case is not outstanding')
  const wallet = await lockWallet(tx, row.walletMember)
  const entry = await charge(tx, wallet, chargeOf(row))
  if (entry === null) throw conflict(shortfallWords(wallet.balance, row.creditMinus))
  await store(tx, caseClosed, [paidWith(row, entry, null)])
}

const oldestFirst = (tx: Tx) => lockable(tx).orderBy('attendance.classDate').orderBy('attendance.id')

/** Rows the caller may change, locked, oldest class first. */
const changeableRows = (tx: Tx) =>
  oldestFirst(tx).where('member.isDeleted', '=', false).where(inCallersCentres(tx, 'course.centre'))

interface Settled {
  /** By which it can be undone. */
  settlement: string
  closed: Locked[]
  /** Those left, with the balance that does not cover them. */
  short: (Locked & { balance: number })[]
}

/** Debits open cases in the order given, those their wallets cover; answers the others. */
async function closeRows(tx: Tx, rows: readonly Locked[]): Promise<Settled> {
  const wallets = await lockWallets(
    tx,
    rows.map(({ walletMember }) => walletMember),
  )
  const entries = await chargeAll(
    tx,
    rows.map((row) => ({ ...chargeOf(row), wallet: found(wallets.get(row.walletMember), 'Wallet') })),
  )
  const settlement = tx.newId()
  const paid = rows.flatMap((row, index) => {
    const entry = entries[index] ?? null
    return entry === null ? [] : [paidWith(row, entry, settlement)]
  })
  await store(tx, caseClosed, paid)
  return {
    settlement,
    closed: paid.map(({ row }) => row),
    short: rows
      .filter((_, index) => (entries[index] ?? null) === null)
      .map((row) => ({ ...row, balance: found(wallets.get(row.walletMember), 'Wallet').balance })),
  }
}

/**
 * Debits a wallet's open cases now, oldest class first, those it covers; cases of other centres are left out. 409 when
 * it covers none of them. Answers how many were closed, how many stay open, the balance left, and the settlement.
 */
export async function closeCasesOf(
  tx: Tx,
  walletMember: string,
): Promise<{ closed: number; left: number; wallet: number; settlement: string }> {
  await checkMember(tx, walletMember)
  const rows = await changeableRows(tx)
    .where('attendance.walletMember', '=', walletMember)
    .where('attendance.outstanding', '=', true)
    .execute()
  if (rows.length === 0) throw conflict('This wallet has no outstanding case')
  const { settlement, closed, short } = await closeRows(tx, rows)
  const { balance } = await walletOf(tx, walletMember)
  if (closed.length === 0)
    throw conflict(`The wallet holds ${balance} credits, too few for any of its outstanding cases`)
  return { closed: closed.length, left: short.length, wallet: balance, settlement }
}

/**
 * Debits the open cases named, oldest class first whatever their order. Answers the ids of those closed and, for each of
 * the others, why not: its wallet is short, it is not open, or the caller does not see it. 409 when none could be closed.
 */
export async function closeCases(
  tx: Tx,
  ids: readonly string[],
): Promise<{ closed: string[]; failed: { _id: string; message: string }[]; settlement: string }> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  const rows = await changeableRows(tx).where('attendance.id', 'in', wanted).execute()
  const { settlement, closed, short } = await closeRows(
    tx,
    rows.filter(({ outstanding }) => outstanding),
  )
  const failed: { _id: string; message: string }[] = []
  for (const { id, balance, creditMinus } of short)
    failed.push({ _id: id, message: shortfallWords(balance, creditMinus) })
  for (const row of rows) if (!row.outstanding) failed.push({ _id: row.id, message: 'This case is not outstanding' })
  const seen = new Set(rows.map(({ id }) => id))
  for (const _id of wanted) if (!seen.has(_id)) failed.push({ _id, message: 'Attendance not found' })
  if (closed.length === 0) throw conflict(`No case was closed. ${failed[0]?.message}`)
  return { closed: closed.map(({ id }) => id), failed, settlement }
}

/** Why a case that a settlement closed cannot be opened again. */
function restingOn(row: Locked & { isDeleted: boolean }): string | undefined {
  if (row.isDeleted) return 'its member was deleted'
  if (row.outstanding) return 'it is open again already'
  if (row.status === 'A') return 'it was set to absent since, and the credits went back'
  return undefined
}

/**
 * Opens again all that one settlement closed: each debit is reversed, and the case waits to be paid as before. All or
 * nothing: 409 naming the case that has changed since. 404 for a settlement that is not there or of other centres.
 * Answers the ids.
 */
export async function reopenCases(tx: Tx, settlement: string): Promise<string[]> {
  const rows = await oldestFirst(tx).where('attendance.settlement', '=', settlement).execute()
  if (rows.length === 0 || rows.some(({ centre }) => !seesCentre(tx, centre))) throw notFound('Settlement')
  for (const row of rows) {
    const reason = restingOn(row)
    if (reason) throw conflict(`Nothing was reopened. ${descriptionOf(row)}: ${reason}`)
  }
  await reverseDebits(tx, rows)
  const reopened = rows.map((row) => ({
    row,
    next: { ...stateOf(row), outstanding: true, entry: null },
    description: `Reopened outstanding case: ${descriptionOf(row)}, ${row.creditMinus} credits`,
  }))
  await store(tx, 'Reopened', reopened)
  return rows.map(({ id }) => id)
}
