import { messages } from '@academy/contract/platform/messages.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found, invalid } from '../platform/http/index.ts'
import { lockWallets, setExpiry, walletOf } from '../wallet/wallet.ts'

interface Person {
  id: string
  name: string
  isIndependent: boolean
}

const fields = ['from', 'to'] as const

/** The members named in the body, locked against being erased meanwhile; 400 at the field of an unknown one. */
async function peopleOf(tx: Tx, body: Record<(typeof fields)[number], string>): Promise<{ from: Person; to: Person }> {
  const rows = await tx.query<Person>(sql`
    select id, name, is_independent from member where id = any(${[body.from, body.to]}::uuid[]) and not is_deleted
    order by id for share`)
  const of = (field: (typeof fields)[number]): Person => {
    const row = rows.find(({ id }) => id === body[field])
    if (!row) throw invalid([{ path: field, message: 'This Member does not exist' }])
    return row
  }
  return { from: of('from'), to: of('to') }
}

const areFamily = async (tx: Tx, one: string, other: string): Promise<boolean> =>
  (
    await tx.query(sql`select from member_parent
      where (child = ${one} and parent = ${other}) or (child = ${other} and parent = ${one})`)
  ).length > 0

async function stateOf(tx: Tx, { id, name }: Person) {
  const { balance, creditExpired } = await walletOf(tx, id)
  return { _id: id, name, creditExpired, expiredIn: expiredIn(creditExpired, tx.today), wallet: balance }
}

/** Moves an expiry date between a parent's and a child's wallet; 409 unless both pay for themselves and `from` has one. */
export async function moveExpiration(tx: Tx, body: { from: string; to: string }) {
  if (body.from === body.to) throw invalid([{ path: 'to', message: 'Please select another member' }])
  const { from, to } = await peopleOf(tx, body)
  if (!(await areFamily(tx, from.id, to.id))) throw conflict(`${from.name} and ${to.name} are not parent and child`)
  for (const person of [from, to])
    if (!person.isIndependent) throw conflict(`${person.name} has no wallet of its own, the parents pay`)
  const wallets = await lockWallets(tx, [from.id, to.id])
  const [giver, taker] = [found(wallets.get(from.id), 'Wallet'), found(wallets.get(to.id), 'Wallet')]
  const { creditExpired } = giver
  if (creditExpired === null) throw conflict(messages.noExpiry)
  await setExpiry(tx, taker, creditExpired)
  await setExpiry(tx, giver, null)
  return { from: await stateOf(tx, from), to: await stateOf(tx, to) }
}
