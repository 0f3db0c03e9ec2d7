/** The only code that writes credit; only wallet.ts calls it. */

import { correctsWords } from '@academy/contract/monthend/rules.ts'
import { shortfallWords, type WalletKind } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { type AuditEntry, closedMonths, insertAll, type Schema, type Tx } from '../platform/data/index.ts'
import { conflict } from '../platform/http/index.ts'
import type { LockedWallet } from './locked-wallet.ts'

/** What moves a wallet. The key is unique for ever, so that a repeated request moves it once. */
export interface Cause {
  /** For example `payment/<id>` or `class/<attendance>/<version>`. */
  key: string
  type: 'payment' | 'attendance' | 'adjustment' | 'manual' | 'expiry' | 'opening' | 'transfer'
  id: string | null
  /** Shown to parents. */
  label: string
  /** The business day that it is about, where that may be of a month closed meanwhile. */
  day?: string
  /** Who attended the class. Entries never change, so they have only the id: a person may have to be erased. */
  attendee?: { id: string; name: string }
}

/** The label with the attendee's name. */
const labelWithName = ({ label, attendee }: Cause) => (attendee ? `${label}, ${attendee.name}` : label)

export interface Posting {
  kind: WalletKind
  /** Signed credits, not 0. */
  credit: number
  cause: Cause
  note?: string | null
  reverses?: string
}

export const section = 'Wallet'

const debtAllowed = (kind: WalletKind) => kind === 'purchase-cancelled'

/** A posting ready to write: the ledger row and the entry in the audit trail. */
export interface Move {
  /** See Cause. */
  day: string | undefined
  entry: Schema['walletEntry']
  record: AuditEntry
}

/** The move to be written next: the wallet stands after it already. 409 stating the balance when it would go below zero. */
export function moveOf(tx: Tx, wallet: LockedWallet, posting: Posting): Move {
  const { kind, credit, cause } = posting
  const { member, balance: before } = wallet
  const balance = before + credit
  if (balance < 0 && credit < 0 && !debtAllowed(kind)) throw conflict(shortfallWords(before, -credit))
  const version = wallet.version + 1
  wallet.becomes({ balance, version })
  return {
    day: cause.day,
    entry: {
      id: tx.newId(),
      member,
      version,
      at: tx.now,
      kind,
      credit,
      balanceBefore: before,
      balanceAfter: balance,
      cause: cause.key,
      causeType: cause.type,
      causeId: cause.id,
      causeLabel: cause.label,
      attendedBy: cause.attendee?.id ?? null,
      byUser: tx.by.userId,
      byName: tx.by.username,
      note: posting.note ?? null,
      reverses: posting.reverses ?? null,
    },
    record: {
      section,
      docType: 'wallet',
      docId: member,
      action: actionWords(kind),
      description: `${labelWithName(cause)}: ${credit > 0 ? '+' : ''}${credit} credits, wallet of ${member} ${before} → ${balance}`,
      from: { wallet: before },
      to: { wallet: balance },
    },
  }
}

/** 'purchase-cancelled' as in the audit trail: 'Purchase cancelled'. */
const actionWords = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')

/** An entry is of the day on which it is written; one that changes what a closed month said names that month. */
async function naming(tx: Tx, moves: readonly Move[]): Promise<Move[]> {
  const dayOf = ({ day = tx.today }: Move) => day
  const closedMonthOf = await closedMonths(tx, moves.map(dayOf))
  return moves.map((move) => {
    const month = closedMonthOf(dayOf(move))
    if (!month) return move
    const note = [move.entry.note, correctsWords(month)].filter(Boolean).join('. ')
    return { ...move, entry: { ...move.entry, note } }
  })
}

/** Writes ledger rows and the balance after each wallet's last one. */
export async function write(tx: Tx, given: readonly Move[]): Promise<void> {
  const moves = await naming(tx, given)
  const last = new Map(moves.map(({ entry }) => [entry.member, entry.id]))
  await tx.change(
    (seals: ReadonlyMap<string, string>) =>
      moves.map(({ entry, record }) => ({ ...record, seal: `wallet_entry ${entry.id} - ${seals.get(entry.id)}` })),
    async (on) => {
      const entries = moves.map(({ entry }) => entry)
      const seal = sql<string>`wallet_entry_seal(wallet_entry)`.as('seal')
      const { rows } = await sql<{ id: string; seal: string }>`
        with written as (${insertAll(on(), 'walletEntry', entries)
          .returning(['id', 'member', 'balanceAfter', 'version'])
          .returning(seal)}),
        moved as (update wallet set balance = written.balance_after, version = written.version
          from written where written.member = wallet.member and written.id = any(${[...last.values()]}::uuid[]))
        select id, seal from written`.execute(on())
      return new Map(rows.map(({ id, seal }) => [id, seal]))
    },
  )
}
