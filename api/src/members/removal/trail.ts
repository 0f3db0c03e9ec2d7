/** What a deletion takes out of the audit trail: everything about a person but the names (decision 49). */
import { keysOf } from '@academy/contract/platform/records.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Redaction, redactAudit, redactable, type Schema, type Tx } from '../../platform/data/index.ts'
import { erasures } from '../columns.ts'

/** Fields of a member's records that stay: names, what `columns.ts` keeps, and which data a file held. */
const keptOfMember = [
  ...['name', 'parents', 'mainIDs', 'holds'],
  ...keysOf(erasures).filter((column) => 'stays' in erasures[column].erased),
]

const keptOfContact = ['member', 'isDisable']
const keptOfEnrolment = [
  'member',
  'course',
  'creditType',
  'credit',
  'walletMember',
  'isDisable',
  'isDone',
  'isProtected',
]

/**
 * Contacts and enrolments of members: those that are there, and those that are gone and are known by the member's name
 * alone, since the trail has names in the place of ids.
 */
const documentsOf = (ids: readonly string[]) => sql`
  with named as (
    select name from member where id = any(${ids}::uuid[])
    union select change ->> 'item' from audit_record, jsonb_array_elements(change_from || change_to) as change
      where doc_type = 'member' and doc_id = any(${ids}::text[]) and change ->> 'field' = 'name'
  ), told as (
    select distinct doc_id::uuid as id from named, audit_record
    where doc_type in ('emergency-contact', 'enrollment')
      and (change_from || change_to) @> jsonb_build_array(jsonb_build_object('field', 'member', 'item', named.name))
  )
  select id::text from emergency_contact where member = any(${ids}::uuid[])
  union select id::text from enrolment where member = any(${ids}::uuid[])
  union select id::text from told where not exists (select from emergency_contact where emergency_contact.id = told.id)
    and not exists (select from enrolment where enrolment.id = told.id)`

type Ask = <Row>(query: RawBuilder<Row>) => Promise<readonly Row[]>
const asking =
  (db: Kysely<Schema>): Ask =>
  async (query) =>
    (await query.execute(db)).rows

const idsIn = async (ask: Ask, query: RawBuilder<unknown>) => (await ask(query)).map((row) => String(Object(row).id))

/** The texts that clients wrote and that nobody but these members was told. */
const soleDetailsOf = (ids: readonly string[]) => sql`
  select distinct details as id from notice where member = any(${ids}::uuid[]) and details is not null
    and not exists (select from notice as other where other.details = notice.details and other.member <> all(${ids}::uuid[]))`
export const soleDetails = (db: Kysely<Schema>, ids: readonly string[]) => idsIn(asking(db), soleDetailsOf(ids))

/** Which records lose what; read while the rows that go with the members are still there. */
async function redactionsOf(ask: Ask, ids: readonly string[]): Promise<Redaction[]> {
  const documents = await idsIn(ask, documentsOf(ids))
  const details = await idsIn(ask, soleDetailsOf(ids))
  const about = (docType: string, of: readonly string[]) =>
    sql`select id from audit_record where doc_type = ${sql.lit(docType)} and doc_id = any(${of}::text[])`
  const description = 'Notification (erased)'
  return [
    { records: about('member', ids), kept: keptOfMember },
    {
      records: about('emergency-contact', documents),
      kept: keptOfContact,
      description: 'Emergency contact (erased)',
    },
    { records: about('enrollment', documents), kept: keptOfEnrolment },
    { records: about('notice', ids), kept: [], description },
    { records: about('notice-details', details), kept: [], description },
  ]
}

/** Called while the rows that go with the members are still there. */
export async function eraseFromTrail(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  for (const redaction of await redactionsOf(asking(db), ids)) await redactAudit(db, redaction)
}

/** How many records tell of these members, and how many of them a deletion would take values out of. */
export async function countInTrail(tx: Tx, ids: readonly string[]): Promise<{ records: number; redacted: number }> {
  const counts = await Promise.all(
    (await redactionsOf((query) => tx.query(query), ids)).map((redaction) => tx.query(redactable(redaction))),
  )
  const sum = (of: 'records' | 'redacted') => counts.flat().reduce((total, count) => total + count[of], 0)
  return { records: sum('records'), redacted: sum('redacted') }
}
