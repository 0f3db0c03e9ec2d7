import { addDays } from '@academy/contract/courses/calendar.ts'
import { addMonths, expiredIn } from '@academy/contract/wallet/rules.ts'
import { wallet as routes } from '@academy/contract/wallet/wallet.ts'
import { sql } from 'kysely'
import { found, invalid } from '../kit/errors.ts'
import { room } from '../kit/serve.ts'
import type { Tx } from '../kit/tx.ts'
import { ledger } from './ledger.ts'
import { clearExpired, setExpiry, walletOf } from './wallet.ts'

const years = 10

/** 404 when the member is unknown or was erased, whose wallet stays for the totals only. */
async function checkMember(tx: Tx, member: string): Promise<void> {
  const [row] = await tx.query(sql`select id from member where id = ${member} and not is_deleted`)
  found(row, 'Member')
}

async function expiration(tx: Tx, member: string) {
  await checkMember(tx, member)
  const { creditExpired, balance } = await walletOf(tx, member)
  return { creditExpired, expiredIn: expiredIn(creditExpired, tx.today), wallet: balance }
}

export const walletRoom = room(routes, {
  ledger: async (tx, { params, query }) => {
    await checkMember(tx, params.id)
    if (query.asOf && query.asOf > tx.today)
      throw invalid([{ path: 'asOf', message: 'The date cannot be in the future' }])
    return ledger(tx, {
      member: params.id,
      offset: query.offset,
      limit: query.limit,
      ascending: query.sort?.[0]?.descending === false,
      before: query.asOf && addDays(query.asOf, 1),
    })
  },
  expiration: (tx, { params }) => expiration(tx, params.id),
  adjustExpiration: async (tx, { params, body }) => {
    if (body.expirationDate > addMonths(tx.today, 12 * years))
      throw invalid([{ path: 'expirationDate', message: `At most ${years} years ahead` }])
    await setExpiry(tx, params.id, body.expirationDate)
    return expiration(tx, params.id)
  },
  clearExpired: async (tx, { params }) => {
    await checkMember(tx, params.id)
    await clearExpired(tx, params.id)
    return expiration(tx, params.id)
  },
})
