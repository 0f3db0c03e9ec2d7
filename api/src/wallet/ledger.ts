import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { sql } from 'kysely'
import { startOfDay } from '../kit/clock.ts'
import type { Tx } from '../kit/tx.ts'
import type { WalletTables } from './tables.ts'

interface Ask {
  member: string
  offset: number
  limit: number
  /** Oldest first instead of newest first. */
  ascending: boolean
  /** The first business date that no longer counts. */
  before: string | undefined
}

/** The entries of a wallet with their running balance, and the balance after the last of them. */
export async function ledger(tx: Tx, ask: Ask): Promise<{ items: LedgerEntry[]; total: number; balance: number }> {
  let entries = tx.read<WalletTables>().selectFrom('walletEntry').where('member', '=', ask.member)
  if (ask.before) entries = entries.where('at', '<', startOfDay(ask.before))
  const order = ask.ascending ? 'asc' : 'desc'
  const rows = await entries.selectAll().orderBy('version', order).offset(ask.offset).limit(ask.limit).execute()
  const { total, balance } = await entries
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce((array_agg(balance_after order by version desc))[1], 0)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()
  return {
    total,
    balance,
    items: rows.map((row) => ({
      _id: row.id,
      at: row.at,
      kind: row.kind,
      credit: row.credit,
      balanceAfter: row.balanceAfter,
      cause: { type: row.causeType, _id: row.causeId, label: row.causeLabel },
      by: row.byName,
      note: row.note,
      reverses: row.reverses,
    })),
  }
}
