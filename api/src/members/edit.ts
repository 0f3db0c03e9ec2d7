import { messages } from '@academy/contract/kit/messages.ts'
import { conflict, found, invalid } from '../kit/errors.ts'
import { dropPicture, savePicture } from '../kit/picture-field.ts'
import type { Tx } from '../kit/tx.ts'
import type { Upload } from '../kit/uploads.ts'
import { setBalance } from '../wallet/wallet.ts'
import { reachable, section } from './creation.ts'
import { payingFor } from './enrolled.ts'
import type { MemberRecord, MemberTables } from './tables.ts'
import type { MemberBody } from './validation.ts'
import { checkChoices, checkEdit, checkParents, valuesOf } from './validation.ts'

/** A member, held until the transaction ends. 404 when unknown or erased. */
export async function lockMember(tx: Tx, id: string): Promise<MemberRecord> {
  const member = await tx
    .read<MemberTables>()
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .where('isDeleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found(member, 'Member')
}

export async function parentsOf(tx: Tx, child: string): Promise<string[]> {
  const links = await tx
    .read<MemberTables>()
    .selectFrom('memberParent')
    .select('parent')
    .where('child', '=', child)
    .execute()
  return links.map(({ parent }) => parent)
}

export interface MemberEdit extends MemberBody {
  /** Set-to edit in credits, with the balance the form was loaded with. */
  wallet?: number | null
  walletWas?: number | null
}

/** Merges what was sent into a member; 400, 409 and 403 as on creation. Of a new picture the old file is removed. */
export async function updateMember(tx: Tx, id: string, body: MemberEdit, file: Upload | undefined): Promise<void> {
  // Drawn before anything is locked.
  const newPicture = file ? await savePicture(tx, file, null) : undefined
  const before = await lockMember(tx, id)
  const values = checkEdit(before.kind, body, valuesOf(before), tx.today)
  await checkChoices(tx, values, before)
  const isDisable = body.isDisable ?? before.isDisable
  if (isDisable && !before.isDisable && before.isProtected)
    throw conflict(`${before.name} is protected and cannot be disabled`)
  const picture = newPicture ?? before.picture
  const { password: _, ...shown } = before
  await tx.change(
    {
      section,
      docType: 'member',
      docId: id,
      action: 'Updated',
      description:
        isDisable === before.isDisable
          ? `Updated ${before.kind} ${values.name}`
          : `${isDisable ? 'Disabled' : 'Enabled'} ${before.kind} ${values.name}`,
      from: shown,
      to: { ...shown, ...values, isDisable, picture },
      masked: reachable,
    },
    (on) =>
      on<MemberTables>()
        .updateTable('member')
        .set({ ...values, isDisable, picture, updatedAt: tx.now })
        .where('id', '=', id)
        .execute(),
  )
  const replaced = before.picture
  if (newPicture && replaced) tx.afterCommit(() => tx.portal.pictures.remove(replaced))
  if (before.kind === 'child' && body.mainIDs) await setParents(tx, before, [...new Set(body.mainIDs)])
  await editWallet(tx, before, body)
}

/** Changes which parents a child has: 400 and 409 as on its form. */
export async function setParents(tx: Tx, child: MemberRecord, mainIDs: string[]) {
  const before = await parentsOf(tx, child.id)
  const gone = before.filter((parent) => !mainIDs.includes(parent))
  const added = mainIDs.filter((parent) => !before.includes(parent))
  // An independent child may have outlived its parents here; then there are none to choose.
  if (gone.length + added.length === 0 && (child.isIndependent || mainIDs.length > 0)) return
  await checkParents(tx, mainIDs, before)
  if (gone.length) await refuseIfPaying(tx, child.id, gone)
  await tx.change(
    {
      section,
      docType: 'member',
      docId: child.id,
      action: 'Updated',
      description: `Changed the parents of ${child.name}`,
      from: { mainIDs: before },
      to: { mainIDs },
    },
    async (on) => {
      if (gone.length)
        await on<MemberTables>()
          .deleteFrom('memberParent')
          .where('child', '=', child.id)
          .where('parent', 'in', gone)
          .execute()
      if (added.length)
        await on<MemberTables>()
          .insertInto('memberParent')
          .values(added.map((parent) => ({ child: child.id, parent })))
          .execute()
    },
  )
}

/** A parent whose wallet pays for a class of the child stays its parent until another wallet does. */
async function refuseIfPaying(tx: Tx, child: string, parents: string[]) {
  const [paying] = await payingFor(tx, child, parents)
  if (!paying) return
  const message = `${paying.payer} pays for ${paying.course}; choose another wallet for that class first`
  throw conflict(message, [{ path: 'mainIDs', message }])
}

async function editWallet(tx: Tx, member: MemberRecord, { wallet, walletWas }: MemberEdit) {
  if (wallet === undefined || wallet === null) return
  tx.need('membership.wallet')
  if (walletWas === undefined || walletWas === null)
    throw invalid([{ path: 'walletWas', message: 'The balance that the form was loaded with is required' }])
  if (wallet < 0 && wallet !== walletWas) throw invalid([{ path: 'wallet', message: messages.positive }])
  if (!member.isIndependent && wallet !== walletWas) {
    const message = `${member.name} has no wallet of its own, the parents pay`
    throw conflict(message, [{ path: 'wallet', message }])
  }
  await setBalance(tx, { member: member.id, wallet, walletWas })
}

/** 404 unless the member's picture is this file. */
export async function removePicture(tx: Tx, id: string, file: string): Promise<void> {
  const member = await lockMember(tx, id)
  dropPicture(tx, member.picture, file)
  await tx.change(
    { section, docType: 'member', docId: id, action: 'Updated', description: `Removed the picture of ${member.name}` },
    (on) =>
      on<MemberTables>().updateTable('member').set({ picture: null, updatedAt: tx.now }).where('id', '=', id).execute(),
  )
}
