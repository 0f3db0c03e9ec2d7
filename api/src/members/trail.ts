/** What a deletion takes out of the audit trail: everything about a person but the names (decision 49). */
import { keysOf } from '@academy/contract/platform/records.ts'
import { type Kysely, sql } from 'kysely'
import { redactAudit, type Schema } from '../platform/data/index.ts'
import { erasures } from './columns.ts'

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
  with changed as (
    select doc_type, doc_id, change ->> 'field' as field, change ->> 'item' as item
    from audit_record, jsonb_array_elements(change_from || change_to) as change
    where doc_type in ('member', 'emergency-contact', 'enrollment')
  ), named as (
    select name from member where id = any(${ids}::uuid[])
    union select item from changed where doc_type = 'member' and field = 'name' and doc_id = any(${ids}::text[])
  ), present as (
    select id::text, member from emergency_contact union all select id::text, member from enrolment
  )
  select id from present where member = any(${ids}::uuid[])
  union select doc_id from changed where doc_type <> 'member' and field = 'member' and item in (select name from named)
    and not exists (select from present where id = doc_id)`

/** The texts that clients wrote and that nobody but these members was told. */
export async function soleDetails(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select details as id from notice group by details having bool_and(member = any(${ids}::uuid[])) and details is not null`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Called while the rows that go with the members are still there. */
export async function eraseFromTrail(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  const { rows } = await documentsOf(ids).execute(db)
  const documents = rows.map((row) => String(Object(row).id))
  const about = (docType: string, of: readonly string[]) =>
    sql`select id from audit_record where doc_type = ${docType} and doc_id = any(${of}::text[])`
  await redactAudit(db, { records: about('member', ids), kept: keptOfMember })
  await redactAudit(db, {
    records: about('emergency-contact', documents),
    kept: keptOfContact,
    description: 'Emergency contact (erased)',
  })
  await redactAudit(db, { records: about('enrollment', documents), kept: keptOfEnrolment })
  const description = 'Notification (erased)'
  await redactAudit(db, { records: about('notice', ids), kept: [], description })
  await redactAudit(db, { records: about('notice-details', await soleDetails(db, ids)), kept: [], description })
}
