/** The one writer of credit, which nobody but wallet.ts calls. */
import type { WalletKind } from '@academy/contract/wallet/rules.ts'
import type { AuditEntry, Schema, Tx } from '../platform/data/index.ts'
import { conflict } from '../platform/http/index.ts'

/** What moves a wallet. The key is unique for all time, so that asking twice moves it once. */
export interface Cause {
  /** For example `payment/<id>` or `class/<attendance>/<version>`. */
  key: string
  type: 'payment' | 'attendance' | 'adjustment' | 'manual' | 'expiry' | 'opening' | 'transfer'
  id: string | null
  /** What a parent understands. */
  label: string
  /** Of a class who came. The entry keeps the id alone: it never changes, and a person may have to be forgotten. */
  attendee?: { id: string; name: string }
}

/** The label with who it was about. */
const toldOf = ({ label, attendee }: Cause) => (attendee ? `${label}, ${attendee.name}` : label)

export interface Wallet {
  member: string
  /** Credits. */
  balance: number
  version: number
  creditExpired: string | null
}

export interface Posting {
  member: string
  kind: WalletKind
  /** Signed credits, not 0. */
  credit: number
  cause: Cause
  note?: string | null
  reverses?: string
}

export const section = 'Wallet'

const debtAllowed = (kind: WalletKind) => kind === 'purchase-cancelled'

/** A posting worked out: the row to write, the wallet after it, and what the trail says. */
export interface Move {
  entry: Schema['walletEntry']
  after: Wallet
  record: AuditEntry
}

/** 409 stating the balance when the wallet would go below zero. */
export function moveOf(tx: Tx, wallet: Wallet, posting: Posting): Move {
  const { member, kind, credit, cause } = posting
  const balance = wallet.balance + credit
  if (balance < 0 && credit < 0 && !debtAllowed(kind))
    throw conflict(
      `The wallet holds ${wallet.balance} credits, ${-credit - wallet.balance} less than the ${-credit} needed`,
    )
  const version = wallet.version + 1
  return {
    entry: {
      id: tx.newId(),
      member,
      version,
      at: tx.now,
      kind,
      credit,
      balanceBefore: wallet.balance,
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
    after: { ...wallet, balance, version },
    record: {
      section,
      docType: 'wallet',
      docId: member,
      action: actionWords(kind),
      description: `${toldOf(cause)}: ${credit > 0 ? '+' : ''}${credit} credits, wallet of ${member} ${wallet.balance} -> ${balance}`,
      from: { wallet: wallet.balance },
      to: { wallet: balance },
    },
  }
}

/** 'purchase-cancelled' as the audit trail says it: 'Purchase cancelled'. */
const actionWords = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')

/** Ledger rows, and beside them the balance that each wallet's last one leaves. */
export async function write(tx: Tx, moves: readonly Move[]): Promise<void> {
  const last = new Map(moves.map(({ entry }) => [entry.member, entry.id]))
  await tx.change(
    moves.map(({ record }) => record),
    async (on) => {
      await on()
        .insertInto('walletEntry')
        .values(moves.map(({ entry }) => entry))
        .execute()
      await on()
        .updateTable('wallet')
        .from('walletEntry')
        .set(({ ref }) => ({ balance: ref('walletEntry.balanceAfter'), version: ref('walletEntry.version') }))
        .whereRef('walletEntry.member', '=', 'wallet.member')
        .where('walletEntry.id', 'in', [...last.values()])
        .execute()
    },
  )
}
