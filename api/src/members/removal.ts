import { deletionReasons, deletionRefusal, type Removal, retainedUntil } from '@academy/contract/members/removal.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../platform/data/index.ts'
import { conflict, forgetAnswers, found } from '../platform/http/index.ts'
import { timezone } from '../platform/runtime/index.ts'
import { closeWallets, lockWallets } from '../wallet/wallet.ts'
import { wipedValues } from './columns.ts'
import { section } from './creation.ts'
import { lockMember } from './edit.ts'
import { endEnrolments } from './enrolled.ts'
import { emptiedColumns, removedRows } from './related-tables.ts'
import type { MemberRecord } from './tables.ts'
import { eraseFromTrail, soleDetails } from './trail.ts'

interface Facts {
  isDisable: boolean
  isProtected: boolean
  wallet: number
  openOutstanding: number
  dependents: number
  /** Payments, credit adjustments, attendance or ledger rows; also classes of others that this wallet once paid for. */
  history: boolean
}

async function factsOf(tx: Tx, id: string): Promise<Facts> {
  const [facts] = await tx.query<Facts>(sql`
    select member.is_disable, member.is_protected, coalesce(wallet.balance, 0) as wallet,
      (select count(*)::int from attendance
        where outstanding and (member = ${id} or wallet_member = ${id})) as open_outstanding,
      (select count(*)::int from member_parent join member child on child.id = member_parent.child
        where member_parent.parent = ${id} and not child.is_independent and not child.is_deleted) as dependents,
      exists (select from payment where member = ${id})
        or exists (select from credit_adjustment where member = ${id})
        or exists (select from attendance where member = ${id} or wallet_member = ${id})
        or exists (select from wallet_entry where member = ${id})
        or exists (select from enrolment where wallet_member = ${id} and member <> ${id}) as history
    from member left join wallet on wallet.member = member.id where member.id = ${id} and not member.is_deleted`)
  return found(facts, 'Member')
}

/**
 * Deletes a disabled, unprotected member with a zero wallet, no open outstanding case and no dependent child: removes
 * it without a trace when it has no history, else wipes its personal data and keeps the money rows. 409 lists
 * every reason against it.
 */
export async function deleteMember(tx: Tx, id: string): Promise<void> {
  const member = await lockMember(tx, id)
  await lockWallets(tx, [id])
  const facts = await factsOf(tx, id)
  const reasons = deletionReasons(facts)
  if (reasons.length) throw conflict(deletionRefusal(member.name, reasons), reasons)
  if (facts.history) await erase(tx, [member])
  else await remove(tx, [member])
  const { picture } = member
  if (picture) tx.afterCommit(() => tx.portal.pictures.remove(picture))
}

interface NamingPaper {
  number: string
  day: string
}

/** What a deletion would do now, and which papers go on naming the member: whole copies have to be kept (decisions 24 and 29). */
export async function dryRunRemoval(tx: Tx, id: string): Promise<Removal> {
  const { history, ...facts } = await factsOf(tx, id)
  const day = sql`(written_at at time zone ${timezone})::date as day`
  const receipts = await tx.query<NamingPaper>(
    sql`select number, ${day} from receipt
      where payer = ${id} or children @> array[${id}::uuid] order by written_at, number`,
  )
  const papers = await tx.query<NamingPaper>(
    sql`select number, ${day} from written_paper where members @> array[${id}::uuid] order by written_at, number`,
  )
  return {
    reasons: deletionReasons(facts),
    hasHistory: history,
    receipts: numbersOf(receipts),
    receiptsUntil: untilOf(receipts),
    papers: numbersOf(papers),
    papersUntil: untilOf(papers),
  }
}

const numbersOf = (papers: readonly NamingPaper[]) => papers.map(({ number }) => number)

function untilOf(papers: readonly NamingPaper[]): string | null {
  const youngest = papers.at(-1)
  return youngest ? retainedUntil(youngest.day) : null
}

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
