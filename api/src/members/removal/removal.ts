import { deletionRefusal } from '@academy/contract/members/deletion.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { conflict, forgetAnswers, found } from '../../platform/http/index.ts'
import { closeWallets, lockWallets } from '../../wallet/wallet.ts'
import { wipedValues } from '../columns.ts'
import { section } from '../creation.ts'
import { lockMembers } from '../edit.ts'
import { endEnrolments } from '../enrolled.ts'
import type { MemberRecord } from '../tables.ts'
import { emptiedColumns, removedRows, thinnedLists } from './related-tables.ts'
import { factsOf, type RemovalFacts } from './removal-facts.ts'
import { eraseFromTrail, soleDetails } from './trail.ts'

/**
 * Deletes disabled, unprotected members with zero wallets, no open outstanding case and no dependent child who stays, all
 * or none: removes those without a trace who have no history, else wipes their personal data and keeps the money rows.
 * 409 lists every reason against it and, of several, whom it is about.
 */
export async function deleteMembers(tx: Tx, ids: readonly string[]): Promise<void> {
  const members = await lockMembers(tx, ids)
  await lockWallets(tx, ids)
  const facts = await factsOf(tx, ids)
  const going = facts.map((fact) => ({ ...fact, member: found(members.get(fact.id), 'Member') }))
  refuse(going)
  const those = (isErased: boolean) =>
    going.filter(({ hasHistory }) => hasHistory === isErased).map(({ member }) => member)
  await erase(tx, those(true))
  await remove(tx, those(false))
  for (const { picture } of members.values()) if (picture) tx.afterCommit(() => tx.portal.pictures.remove(picture))
}

function refuse(going: readonly (RemovalFacts & { member: MemberRecord })[]): void {
  const hindered = going.filter(({ reasons }) => reasons.length > 0)
  if (hindered.length === 0) return
  const details = hindered.flatMap(({ id, member, reasons }) =>
    going.length === 1
      ? reasons
      : reasons.map(({ path, message }) => ({ path: `${id}.${path}`, message: `${member.name}: ${message}` })),
  )
  throw conflict(hindered.map(({ member, reasons }) => deletionRefusal(member.name, reasons)).join('; '), details)
}

/** Deletes one member. */
export const deleteMember = (tx: Tx, id: string): Promise<void> => deleteMembers(tx, [id])

const idsOf = (members: readonly MemberRecord[]) => members.map(({ id }) => id)

/** Removes members without history; the caller has checked that they may go. Children come before their parents. */
export async function remove(tx: Tx, members: readonly MemberRecord[]): Promise<void> {
  if (members.length === 0) return
  const ids = idsOf(members)
  await closeWallets(tx, members)
  await tx.change(
    members.map(({ id, kind, name, isDisable, isIndependent }) => ({
      section,
      docType: 'member',
      docId: id,
      action: 'Deleted',
      description: `Deleted ${kind} ${name}`,
      // The audit trail keeps the name of a deleted person and no other personal data.
      from: { kind, name, isDisable, isIndependent },
    })),
    async (on) => {
      const db = on()
      await forgetAnswers(on(), ids)
      await eraseFromTrail(on(), ids)
      await removeRelatedRows(on(), ids)
      await db.deleteFrom('enrolment').where('member', 'in', ids).execute()
      await db.deleteFrom('member').where('id', 'in', ids).execute()
    },
  )
}

/** Removes the rows of other tables that go with these members, and what is personal in those that stay. */
async function removeRelatedRows(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`delete from notice_details where id = any(${await soleDetails(db, ids)}::uuid[])`.execute(db)
  for (const [table, columns] of Object.entries(removedRows))
    for (const column of columns)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(db)
  for (const [table, columns] of Object.entries(emptiedColumns))
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null
        where member = any(${ids}::uuid[]) and ${sql.ref(column)} is not null`.execute(db)
  await thinLists(db, ids)
}

/** Takes the members out of lists in rows that stay. */
async function thinLists(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  for (const [table, column] of Object.entries(thinnedLists)) {
    const list = sql.ref(column)
    await sql`update ${sql.table(table)} set ${list} = array(select each from unnest(${list}) as each where each <> all(${ids}::uuid[]))
      where ${list} && ${ids}::uuid[]`.execute(db)
  }
}

/** Erases members and keeps their money rows; the caller has checked that they may go. */
export async function erase(tx: Tx, members: readonly MemberRecord[]): Promise<void> {
  if (members.length === 0) return
  const ids = idsOf(members)
  await endEnrolments(tx, ids)
  await tx.change(
    members.map(({ id, kind, name }) => ({
      section,
      docType: 'member',
      docId: id,
      action: 'Deleted',
      description: `Deleted ${kind} ${name}: personal data wiped, money records kept`,
    })),
    async (on) => {
      await forgetAnswers(on(), ids)
      await eraseFromTrail(on(), ids)
      await removeRelatedRows(on(), ids)
      await on()
        .updateTable('member')
        .set({ ...wipedValues, updatedAt: tx.now })
        .where('id', 'in', ids)
        .execute()
    },
  )
}
