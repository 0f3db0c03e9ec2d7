import { addMonths, expiredIn } from '@academy/contract/wallet/rules.ts'
import { wallet as routes } from '@academy/contract/wallet/wallet.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { apiModule, conflict, found, invalid, rehearse, stepwise, type VersionOf } from '../platform/http/index.ts'
import { ledger } from './ledger.ts'
import { undoClear } from './undo-clear.ts'
import { clearExpired, type LockedWallet, lockWallets, setExpiry, walletOf } from './wallet.ts'

const years = 10

/** 404 when the member is unknown or was erased, whose wallet stays for the totals only. */
async function memberOf(tx: Tx, id: string): Promise<{ name: string; isIndependent: boolean }> {
  const member = await tx
    .read()
    .selectFrom('member')
    .select(['name', 'isIndependent'])
    .where('id', '=', id)
    .where('isDeleted', '=', false)
    .executeTakeFirst()
  return found(member, 'Member')
}

/** A member's wallet, locked. 409 for a dependent child: the credit that expires is its parents'. */
async function lockOwnWallet(tx: Tx, id: string): Promise<LockedWallet> {
  const wallets = await lockWallets(tx, [id])
  // Read under the lock, which the deletion of a member takes as well.
  const { name, isIndependent } = await memberOf(tx, id)
  if (!isIndependent) throw conflict(`${name} has no wallet of its own, the parents pay`)
  return found(wallets.get(id), 'Wallet')
}

async function expiration(tx: Tx, member: string) {
  const { creditExpired, balance } = await walletOf(tx, member)
  return { creditExpired, expiredIn: expiredIn(creditExpired, tx.today), wallet: balance }
}

async function undoClearOf(tx: Tx, { id, entry }: { id: string; entry: string }) {
  await lockOwnWallet(tx, id)
  return undoClear(tx, id, entry)
}

const version: VersionOf = async (tx, { id }) => {
  const [row] = await tx.query<{ version: string }>(sql`
    select wallet.row_version as version from wallet join member on member.id = wallet.member
    where wallet.member = ${id} and not member.is_deleted`)
  return row?.version
}

export const walletModule = apiModule(
  routes,
  {
    ledger: async (tx, { params, query }) => {
      await memberOf(tx, params.id)
      return ledger(tx, params.id, query)
    },
    expiration: async (tx, { params }) => {
      await memberOf(tx, params.id)
      return expiration(tx, params.id)
    },
    adjustExpiration: async (tx, { params, body }) => {
      const wallet = await lockOwnWallet(tx, params.id)
      if (body.expirationDate > addMonths(tx.today, 12 * years))
        throw invalid([{ path: 'expirationDate', message: `At most ${years} years ahead` }])
      await setExpiry(tx, wallet, body.expirationDate)
      return expiration(tx, params.id)
    },
    clearExpired: async (tx, { params }) => {
      await clearExpired(tx, await lockOwnWallet(tx, params.id))
      return expiration(tx, params.id)
    },
    rehearseUndoClear: stepwise((transact, { params }) => rehearse(transact, (tx) => undoClearOf(tx, params))),
    undoClear: (tx, { params }) => undoClearOf(tx, params),
  },
  {},
  version,
)
