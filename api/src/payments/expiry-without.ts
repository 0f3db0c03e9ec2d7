/** How long a wallet is good for once one of its purchases is cancelled. */
import { laterOf } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import type { PaymentRecord } from './tables.ts'

interface Purchase extends Pick<PaymentRecord, 'id' | 'dateTime' | 'cancelledAt' | 'expiredDate'> {
  /** Numbers of the entries that credited it and took it back; null of one without credit. */
  no: number | null
  takenBack: number | null
}

/** What a wallet was good for without purchases, and those made since; `base` changes where something else moved the expiry. */
interface Bought {
  base: string | null
  purchases: Purchase[]
}
const reached = ({ base, purchases }: Bought) => purchases.map(({ expiredDate }) => expiredDate).reduce(laterOf, base)

/**
 * Whether a purchase was cancelled before another was verified. The ledger knows; instants are those at which calls began, and
 * of what has no entry and is of the very same instant `isSame` says it.
 */
function isGoneBefore({ cancelledAt, takenBack }: Purchase, { no, dateTime }: Purchase, isSame: boolean): boolean {
  if (cancelledAt === null) return false
  if (takenBack !== null && no !== null) return takenBack < no
  return cancelledAt < dateTime || (cancelledAt === dateTime && isSame)
}

/**
 * The wallet's purchases since anything but one of them moved its expiry: each was verified at what those before it had reached. One without
 * credit comes after those with an earlier receipt.
 */
async function boughtBy(tx: Tx, member: string): Promise<Bought> {
  const verified = await tx.query<Purchase & { expiryBefore: string | null }>(sql`
    select payment.id, payment.date_time, payment.cancelled_at, payment.expiry_before, payment.expired_date,
      entry.version as no, undoing.version as taken_back
    from payment left join wallet_entry as entry on entry.cause = 'payment/' || payment.id
      left join wallet_entry as undoing on undoing.reverses = entry.id
    where payment.member = ${member} and payment.is_pay
    order by coalesce(entry.version, max(entry.version) over (order by payment.date_time, payment.receipt_no), 0),
      payment.date_time, payment.receipt_no`)
  let bought: Bought = { base: null, purchases: [] }
  for (const { expiryBefore, ...purchase } of verified) {
    const { base, purchases } = bought
    const stood = [true, false].map((isSame) => purchases.filter((past) => !isGoneBefore(past, purchase, isSame)))
    const goesOn = stood.some((those) => reached({ base, purchases: those }) === expiryBefore)
    bought = goesOn ? { base, purchases: [...purchases, purchase] } : { base: expiryBefore, purchases: [purchase] }
  }
  return bought
}

/** The wallet's expiry once this payment is cancelled: what the others reach. Unchanged when something else has moved it since. */
export async function expiryWithout(
  tx: Tx,
  { id, member }: PaymentRecord,
  creditExpired: string | null,
): Promise<string | null> {
  const { base, purchases } = await boughtBy(tx, member)
  const others = purchases.filter((other) => other.id !== id && !other.cancelledAt)
  const own = purchases.filter((other) => other.id === id)
  if (own.length === 0 || reached({ base, purchases: [...others, ...own] }) !== creditExpired) return creditExpired
  return reached({ base, purchases: others })
}
