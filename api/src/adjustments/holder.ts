import type { AdjustableWallet } from '@academy/contract/adjustments/adjustments.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found, invalid } from '../platform/http/index.ts'
import { walletOf } from '../wallet/wallet.ts'

interface Holder {
  name: string
  isDisable: boolean
  isDeleted: boolean
  isIndependent: boolean
  /** Those who pay for a dependent child, the earliest created first. */
  parents: { _id: string; name: string }[]
}

async function holderOf(tx: Tx, id: string, locked: boolean): Promise<Holder | undefined> {
  const [holder] = await tx.query<Holder>(sql`
    select name, is_disable, is_deleted, is_independent,
      coalesce((select jsonb_agg(jsonb_build_object('_id', parent.id, 'name', parent.name) order by parent.created_at, parent.id)
        from member_parent join member parent on parent.id = member_parent.parent
        where member_parent.child = member.id and not parent.is_deleted), '[]') as parents
    from member where id = ${id} ${locked ? sql`for share of member` : sql``}`)
  return holder
}

function problemOf({ name, isDisable, isDeleted, isIndependent, parents }: Holder): string | undefined {
  if (isDeleted) return 'The member was deleted'
  if (isDisable) return `${name} is disabled`
  if (isIndependent) return undefined
  const payers = parents.map((parent) => parent.name).join(' or ')
  return payers
    ? `${name} has no wallet of its own, ${payers} pays. Please choose ${payers}.`
    : `${name} has no wallet of its own`
}

/**
 * Answers the name of a member with a wallet of its own, locked against being disabled or erased meanwhile.
 * 400 unknown or erased, 409 disabled or a dependent child, both at the field `member`.
 */
export async function checkHolder(tx: Tx, id: string): Promise<string> {
  const path = 'member'
  const holder = await holderOf(tx, id, true)
  if (!holder || holder.isDeleted) throw invalid([{ path, message: 'This Member does not exist' }])
  const message = problemOf(holder)
  if (message) throw conflict(message, [{ path, message }])
  return holder.name
}

/** Why a document's wallet cannot be adjusted any more, if so. `locked` keeps the answer true until the transaction ends. */
export async function holderProblem(tx: Tx, id: string, locked: boolean): Promise<string | undefined> {
  const holder = found(await holderOf(tx, id, locked), 'Member')
  if (holder.isDeleted) return 'The member was deleted; the credit adjustment cannot be approved, only deleted'
  if (holder.isDisable)
    return `${holder.name} is disabled; the credit adjustment cannot be approved before the member is enabled again`
  return problemOf(holder)
}

/** A wallet as the form shows it before there is a document. 404 when the member is unknown or was erased. */
export async function adjustableWallet(tx: Tx, id: string): Promise<AdjustableWallet> {
  const read = await holderOf(tx, id, false)
  const holder = found(read?.isDeleted ? undefined : read, 'Member')
  const { balance } = await walletOf(tx, id)
  return {
    _id: id,
    name: holder.name,
    wallet: balance,
    refused: problemOf(holder) ?? null,
    payers: holder.isIndependent ? [] : holder.parents,
  }
}
