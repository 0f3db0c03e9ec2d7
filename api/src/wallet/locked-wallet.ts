import { plannedOnce, type Tx, unseenAny } from '../platform/data/index.ts'
import { found } from '../platform/http/index.ts'

export interface Wallet {
  member: string
  /** Credits. */
  balance: number
  version: number
  creditExpired: string | null
}

/**
 * A wallet held until the transaction ends, as the last thing written to it left it. Credit is written to one of these
 * and nothing else: its private field keeps any other object from being taken for one.
 */
export class LockedWallet implements Readonly<Wallet> {
  #state: Wallet
  constructor(state: Wallet) {
    this.#state = state
  }
  get member(): string {
    return this.#state.member
  }
  get balance(): number {
    return this.#state.balance
  }
  get version(): number {
    return this.#state.version
  }
  get creditExpired(): string | null {
    return this.#state.creditExpired
  }
  /** What was written to it. For posting.ts and wallet.ts alone. */
  becomes(changed: Partial<Omit<Wallet, 'member'>>): void {
    this.#state = { ...this.#state, ...changed }
  }
}

/** Locks wallets until the transaction ends, in id order, so that two transactions never wait for each other. */
export async function lockWallets(tx: Tx, members: readonly string[]): Promise<ReadonlyMap<string, LockedWallet>> {
  if (members.length === 0) return new Map()
  const rows = await tx
    .read()
    .selectFrom('wallet')
    .selectAll()
    .where('member', '=', unseenAny([...new Set(members)]))
    .orderBy('member')
    .forUpdate()
    .modifyEnd(plannedOnce)
    .execute()
  return new Map(rows.map((row) => [row.member, new LockedWallet(row)]))
}

/** The same for one; 404 without one. */
export const lockWallet = async (tx: Tx, member: string): Promise<LockedWallet> =>
  found((await lockWallets(tx, [member])).get(member), 'Wallet')
