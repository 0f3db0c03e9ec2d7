import { plannedOnce, type Tx, unseenAny } from '../platform/data/index.ts'
import { conflict, found, invalid, notFound } from '../platform/http/index.ts'
import { usualPayer } from './usual-payer.ts'

export { createMember, type MemberDraft, readMember } from './creation.ts'
export { memberDetail } from './documents.ts'
export { lockMember, lockMembers } from './edit.ts'
export { makeIndependentIn } from './family/independence.ts'
export { type SheetRow, sheetColumns } from './listing/sheet.ts'
export { type CodeReceiver, codeReceivers, dropCodes, type MemberCode, makeCodes } from './password-codes.ts'
export { type MemberLogin, memberLogins, setPasswords } from './passwords.ts'
export { deleteMembers } from './removal/removal.ts'
export { dryRunRemovals } from './removal/removal-preview.ts'
export { usualPayer } from './usual-payer.ts'

/** Whether there is such a member, and it was not erased. */
export async function isMember(tx: Tx, id: string): Promise<boolean> {
  const members = tx.read().selectFrom('member').select('id').where('isDeleted', '=', false)
  return (await members.where('id', '=', id).modifyEnd(plannedOnce).executeTakeFirst()) !== undefined
}

/** Whether all of these are. */
export async function areMembers(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const members = tx.read().selectFrom('member').select('id').where('isDeleted', '=', false)
  const found = await members.where('id', '=', unseenAny(wanted)).modifyEnd(plannedOnce).execute()
  return found.length === wanted.length
}

/** 404 when the member is unknown or was erased. */
export async function checkMember(tx: Tx, id: string): Promise<void> {
  if (!(await isMember(tx, id))) throw notFound('Member')
}

/** A member whose wallet can pay. */
export interface Payer {
  _id: string
  name: string
  isDisable: boolean
}

const columns = ['id', 'name', 'isDisable'] as const
const payerOf = (row: { id: string; name: string; isDisable: boolean }): Payer => ({
  _id: row.id,
  name: row.name,
  isDisable: row.isDisable,
})

/**
 * An active member and those whose wallets may pay for it: itself when independent, else its parents, the earliest
 * created first. All are locked against being disabled or erased meanwhile. 404 unknown, 409 disabled.
 */
export async function payersOf(tx: Tx, memberId: string): Promise<{ name: string; payers: Payer[] }> {
  const members = tx.read().selectFrom('member').where('isDeleted', '=', false)
  const member = found(
    await members
      .where('id', '=', memberId)
      .select([...columns, 'isIndependent'])
      .forShare()
      .executeTakeFirst(),
    'Member',
  )
  if (member.isDisable) throw conflict(`${member.name} is disabled`)
  if (member.isIndependent) return { name: member.name, payers: [payerOf(member)] }
  const parents = await members
    .where('id', 'in', (query) => query.selectFrom('memberParent').select('parent').where('child', '=', memberId))
    .select(columns)
    .orderBy('createdAt')
    .orderBy('id')
    .forShare()
    .execute()
  return { name: member.name, payers: parents.map(payerOf) }
}

async function usualPayerOf(tx: Tx, memberId: string): Promise<string | null | undefined> {
  const member = await tx
    .read()
    .selectFrom('member')
    .select(usualPayer.as('payer'))
    .where('id', '=', memberId)
    .executeTakeFirst()
  return member?.payer
}

/**
 * The member whose wallet pays for `memberId`: `chosen` when given, else the usual one. 404 unknown member, 409 member or payer
 * disabled, 400 at `walletMember` when the one chosen does not pay for this member.
 */
export async function walletPayer(tx: Tx, memberId: string, chosen?: string): Promise<Payer> {
  const { name, payers } = await payersOf(tx, memberId)
  const wanted = chosen ?? (payers.length > 1 ? await usualPayerOf(tx, memberId) : undefined)
  const payer = payers.find(({ _id }) => _id === wanted) ?? (chosen ? undefined : payers[0])
  if (!payer)
    throw chosen
      ? invalid([{ path: 'walletMember', message: `This wallet does not pay for ${name}` }])
      : conflict(`${name} has no parent whose wallet could pay`)
  if (payer.isDisable) throw conflict(`${payer.name} is disabled`)
  return payer
}
