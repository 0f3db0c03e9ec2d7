import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import type { Tx } from '../platform/data/index.ts'
import { type LockedWallet, lockWallets } from './locked-wallet.ts'

export interface WatchedWallets {
  /** By member. */
  wallets: ReadonlyMap<string, LockedWallet>
  /** What was done to them since, by name. */
  changes(): Promise<UndoEffect['wallets']>
}

/** Locks wallets, and tells afterwards what this transaction did to them. */
export async function watchWallets(tx: Tx, members: readonly string[]): Promise<WatchedWallets> {
  const wallets = await lockWallets(tx, members)
  const before = new Map(
    [...wallets].map(([member, { balance, creditExpired }]) => [member, { balance, creditExpired }]),
  )
  return {
    wallets,
    async changes() {
      if (before.size === 0) return []
      const rows = await tx
        .read()
        .selectFrom('wallet')
        .innerJoin('member', 'member.id', 'wallet.member')
        .select(['wallet.member', 'member.name', 'wallet.balance', 'wallet.creditExpired'])
        .where('wallet.member', 'in', [...before.keys()])
        .orderBy('member.name')
        .orderBy('wallet.member')
        .execute()
      return rows.map(({ member, name, balance, creditExpired }) => ({
        member: { _id: member, name },
        wallet: { from: before.get(member)?.balance ?? balance, to: balance },
        creditExpired: { from: before.get(member)?.creditExpired ?? null, to: creditExpired },
      }))
    },
  }
}
