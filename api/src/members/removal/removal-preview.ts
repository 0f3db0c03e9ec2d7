/** What a deletion would do, counted before it is confirmed. A test compares it with the database afterwards. */
import { type Removal, retainedUntil } from '@academy/contract/members/removal.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf, isPending, type Tx } from '../../platform/data/index.ts'
import { wipedValues } from '../columns.ts'
import { factsOf, type RemovalFacts } from './removal-facts.ts'
import { countInTrail } from './trail.ts'

interface NamingPaper {
  number: string
  day: string
}

const numbersOf = (papers: readonly NamingPaper[]) => papers.map(({ number }) => number)

function untilOf(papers: readonly NamingPaper[]): string | null {
  const youngest = papers.at(-1)
  return youngest ? retainedUntil(youngest.day) : null
}

/** Papers go on naming these members: whole copies have to be kept (decisions 24 and 29). */
async function papersNaming(tx: Tx, ids: readonly string[]) {
  const receipts = await tx.query<NamingPaper>(
    sql`select number, ${businessDayOf('written_at')} as day from receipt
      where payer = any(${ids}::uuid[]) or children && ${ids}::uuid[] order by written_at, number`,
  )
  const papers = await tx.query<NamingPaper>(
    sql`select number, ${businessDayOf('written_at')} as day from written_paper
      where members && ${ids}::uuid[] order by written_at, number`,
  )
  return {
    receipts: numbersOf(receipts),
    receiptsUntil: untilOf(receipts),
    papers: numbersOf(papers),
    papersUntil: untilOf(papers),
  }
}

type Going = Record<Removal['goes'][number]['kind'], number>

async function goingOf(tx: Tx, ids: readonly string[], kept: readonly string[]): Promise<Omit<Going, 'trail'>> {
  const among = (column: string, of: readonly string[]) => sql`${sql.ref(column)} = any(${of}::uuid[])`
  const count = (table: string, where: RawBuilder<unknown>) =>
    sql`(select count(*)::int from ${sql.table(table)} where ${where})`
  const theirs = among('member', ids)
  const filled = keysOf(wipedValues)
    .filter((column) => column !== 'isDeleted' && column !== 'picture')
    .map((column) => sql`(${sql.ref(column)} is not null)::int`)
  const [going] = await tx.query<Omit<Going, 'trail'>>(sql`
    select (select coalesce(sum(${sql.join(filled, sql` + `)}), 0)::int from member where ${among('id', ids)}) as details,
      ${count('member', sql`${among('id', ids)} and picture is not null`)} as pictures,
      ${count('emergency_contact', theirs)} as contacts,
      ${count('member_parent', sql`${among('parent', ids)} or ${among('child', ids)}`)} as links,
      ${count('notice', theirs)} as notices,
      ${count('member_import_row', theirs)} as imports,
      ${count('enrolment', sql`${among('member', kept)} and remark is not null`)} as remarks,
      ${count('enrolment', sql`${among('member', kept)} and not is_disable`)} as ended,
      ${count('sensitive_reading', sql`members && ${ids}::uuid[]`)} as readings,
      ${count('enrolment', sql`${theirs} and not ${among('member', kept)}`)} as enrolments`)
  if (!going) throw new Error('nothing was counted')
  return going
}

type Staying = Removal['stays'][number]

/** Rows that stay, and the day of the youngest. */
async function stayingOf(tx: Tx, kept: readonly string[]): Promise<Staying[]> {
  const of = (kind: Staying['kind'], table: string, day: RawBuilder<unknown>) => sql`
    select ${sql.lit(kind)} as kind, count(*)::int as count, max(${day}) as until
    from ${sql.table(table)} where member = any(${kept}::uuid[])`
  const rows = await tx.query<Staying>(
    sql.join(
      [
        of('entries', 'wallet_entry', businessDayOf('at')),
        of('payments', 'payment', businessDayOf('date_time')),
        of('adjustments', 'credit_adjustment', sql`date`),
        of('attendance', 'attendance', sql`class_date`),
        of('enrolments', 'enrolment', sql`null::date`),
      ],
      sql` union all `,
    ),
  )
  return rows.map(({ kind, count, until }) => ({ kind, count, until: until && retainedUntil(until) }))
}

/** What a deletion of these members together would do now, and what it would leave. */
export async function dryRunRemovals(tx: Tx, ids: readonly string[]) {
  const facts = await factsOf(tx, ids)
  const kept = facts.filter(({ hasHistory }) => hasHistory).map(({ id }) => id)
  const trail = await countInTrail(tx, ids)
  const going: Going = { ...(await goingOf(tx, ids, kept)), trail: trail.redacted }
  const papers = await papersNaming(tx, ids)
  const stays: Staying[] = [
    ...(await stayingOf(tx, kept)),
    { kind: 'receipts', count: papers.receipts.length, until: papers.receiptsUntil },
    { kind: 'papers', count: papers.papers.length, until: papers.papersUntil },
    { kind: 'trail', count: trail.records, until: null },
  ]
  const [orders] = await tx.query<{ open: number }>(sql`select count(*)::int as open from payment
    where member = any(${ids}::uuid[]) and ${isPending}`)
  return {
    facts,
    goes: keysOf(going)
      .map((kind) => ({ kind, count: going[kind] }))
      .filter(({ count }) => count > 0),
    stays: stays.filter(({ count }) => count > 0),
    openOrders: orders?.open ?? 0,
    ...papers,
  } satisfies { facts: RemovalFacts[] } & Omit<Removal, 'reasons' | 'hasHistory'>
}

/** The same of one member. */
export async function dryRunRemoval(tx: Tx, id: string): Promise<Removal> {
  const { facts, ...effect } = await dryRunRemovals(tx, [id])
  const { reasons = [], hasHistory = false } = facts[0] ?? {}
  return { reasons, hasHistory, ...effect }
}
