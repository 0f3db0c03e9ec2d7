import type { SentMember } from '@academy/contract/members/bodies.ts'
import { editAction, isUnchanged, plannedOnce, type Tx, unseenAny } from '../platform/data/index.ts'
import { dropPicture, savePicture } from '../platform/files/index.ts'
import { conflict, found, invalid, type Upload } from '../platform/http/index.ts'
import { lockWallet, setBalance } from '../wallet/wallet.ts'
import { maskedColumns } from './columns.ts'
import { section } from './creation.ts'
import { parentsOf, setParents } from './family/parents.ts'
import type { MemberRecord } from './tables.ts'
import { checkChoices, checkEdit, checkWallet, valuesOf } from './validation.ts'

/** Locks members until the transaction ends, by id; unknown and erased ones are left out. */
export async function lockMembers(tx: Tx, ids: readonly string[]): Promise<Map<string, MemberRecord>> {
  const members = await tx
    .read()
    .selectFrom('member')
    .selectAll()
    .where('id', '=', unseenAny(ids))
    .where('isDeleted', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyEnd(plannedOnce)
    .execute()
  return new Map(members.map((member) => [member.id, member]))
}

/** Locks one member. 404 when unknown or erased. */
export const lockMember = async (tx: Tx, id: string): Promise<MemberRecord> =>
  found((await lockMembers(tx, [id])).get(id), 'Member')

/** Merges what was sent into a member; 400, 409 and 403 as on creation. A new picture replaces the old file. */
export async function updateMember(tx: Tx, id: string, body: SentMember, file: Upload | undefined): Promise<void> {
  const newPicture = file ? await savePicture(tx, file, null) : undefined
  const before = await lockMember(tx, id)
  const values = checkEdit(before.kind, body, valuesOf(before), tx.today)
  await checkChoices(tx, values, before)
  if (String(body.isIndependent) === 'true' && !before.isIndependent)
    throw conflict('A child becomes independent by Mark as Independent', [
      { path: 'isIndependent', message: 'Mark as Independent is a call of its own' },
    ])
  if (Array.isArray(body.children) && body.children.some((child) => !Object.hasOwn(Object(child), '_id')))
    throw invalid([{ path: 'children', message: 'A child is enrolled by a call of its own' }])
  const isDisable = body.isDisable ?? before.isDisable
  if (isDisable && !before.isDisable && before.isProtected)
    throw conflict(`${before.name} is protected and cannot be disabled`)
  const picture = newPicture ?? before.picture
  const { password: _, ...shown } = before
  const changed = { ...values, isDisable, picture }
  if (!isUnchanged(before, changed))
    await tx.change(
      {
        section,
        docType: 'member',
        docId: id,
        action: 'Updated',
        description: `${editAction(before, changed)} ${before.kind} ${values.name}`,
        from: shown,
        to: { ...shown, ...changed },
        masked: maskedColumns,
      },
      (on) =>
        on()
          .updateTable('member')
          .set({ ...changed, updatedAt: tx.now })
          .where('id', '=', id)
          .modifyEnd(plannedOnce)
          .execute(),
    )
  const replaced = before.picture
  if (newPicture && replaced) tx.afterCommit(() => tx.portal.pictures.remove(replaced))
  const parents = before.kind === 'child' ? await parentsAfterEdit(tx, id, body) : null
  if (parents) await setParents(tx, [{ child: before, parents }])
  await editWallet(tx, before, body)
}

/** The parents of a child after an edit. They have two names on the wire: when both are sent, the changed one counts. */
async function parentsAfterEdit(tx: Tx, child: string, { mainIDs, parents }: SentMember): Promise<string[] | null> {
  const [one, other] = [mainIDs, parents].map((sent) => (sent ? [...new Set(sent)].sort() : null))
  if (!one || !other) return one ?? other ?? null
  const present = ((await parentsOf(tx, [child])).get(child) ?? []).toSorted()
  if (other.join() === one.join() || other.join() === present.join()) return one
  if (one.join() === present.join()) return other
  throw invalid([{ path: 'parents', message: 'Parents and mainIDs do not name the same parents' }])
}

async function editWallet(tx: Tx, member: MemberRecord, { wallet, walletWas }: SentMember) {
  if (wallet === undefined || wallet === null) return
  const own = await lockWallet(tx, member.id)
  const present = own.balance
  // A form sends back the balance it was loaded with: no edit. With an outdated balance it must get the edit conflict.
  if (wallet === present && (walletWas ?? present) === present) return
  checkWallet(tx, wallet, member)
  if (walletWas === undefined || walletWas === null)
    throw invalid([{ path: 'walletWas', message: 'The balance that the form was loaded with is required' }])
  await setBalance(tx, own, { wallet, walletWas })
}

/** 404 unless the member's picture is this file. */
export async function removePicture(tx: Tx, id: string, file: string): Promise<void> {
  const member = await lockMember(tx, id)
  dropPicture(tx, member.picture, file)
  await tx.change(
    { section, docType: 'member', docId: id, action: 'Updated', description: `Removed the picture of ${member.name}` },
    (on) => on().updateTable('member').set({ picture: null, updatedAt: tx.now }).where('id', '=', id).execute(),
  )
}
