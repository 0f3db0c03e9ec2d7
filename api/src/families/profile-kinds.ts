import { languageNames } from '@academy/contract/messages/languages.ts'
import { channelWords, messageKindWords } from '@academy/contract/messages/messages.ts'
import { sql } from 'kysely'
import { type SheetRow, sheetColumns } from '../members/members.ts'
import { changes, flag, instant, inWords, person, type Row, text } from './columns.ts'
import { about, counted, type Kind } from './kind.ts'

/** The ids under which the audit trail has what concerns these members. */
const documentsOf = (ids: readonly string[]) => sql`
  select id::text from unnest(${ids}::uuid[]) as id
  union all select id::text from emergency_contact where member = any(${ids}::uuid[])
  union all select id::text from member_message where member = any(${ids}::uuid[])
  union all select id::text from enrolment where member = any(${ids}::uuid[])
  union all select id::text from attendance where member = any(${ids}::uuid[])
  union all select id::text from credit_adjustment where member = any(${ids}::uuid[])
  union all select id::text from payment where member = any(${ids}::uuid[])`

const derived = 'made of other columns'
const chained = 'it holds the trail together'

/** Chosen entries by their names, as the workbook of all members has them. */
const sheetRow = (row: Row) =>
  ({
    ...row,
    belt: row.beltName,
    memberType: row.memberTypeName,
    coachIncharge: row.coachName,
    relationship: row.relationshipName,
  }) as unknown as SheetRow

export const profileKinds: readonly Kind[] = [
  {
    table: 'member',
    name: 'members',
    words: 'who belongs to the family, with all that the profiles hold',
    rows: (_, ids) => sql<Row>`
      select member.*, belt.belt_color as belt_name, member_type.member_type as member_type_name, coach.name as coach_name,
        relationship.relationship as relationship_name, wallet.balance, wallet.credit_expired,
        (select string_agg(parent.name, '; ' order by parent.created_at, parent.id) from member_parent
          join member parent on parent.id = member_parent.parent
          where member_parent.child = member.id and parent.id = any(${ids}::uuid[])) as parents
      from member
      left join wallet on wallet.member = member.id
      left join member_type on member_type.id = member.member_type
      left join belt on belt.id = member.belt
      left join coach on coach.id = member.coach_incharge
      left join relationship on relationship.id = member.relationship
      where member.id = any(${ids}::uuid[]) order by not member.is_independent, member.created_at, member.id`,
    without: {
      password: 'a secret, of which only a hash is stored',
      isDeleted: 'nobody in an archive is deleted',
      searchText: derived,
      searchParts: derived,
      parentNames: derived,
      parentParts: derived,
      ...counted,
    },
    columns: [
      ...sheetColumns.map((column) => ({ ...column, value: (row: Row) => column.value(sheetRow(row)) })),
      flag('Protected', 'isProtected'),
      instant('Registered', 'createdAt'),
      instant('Last Changed', 'updatedAt'),
    ],
  },
  {
    table: 'memberParent',
    name: 'links',
    words: 'who is whose child',
    rows: (_, ids) => sql<Row>`select child, parent from member_parent
      where child = any(${ids}::uuid[]) and parent = any(${ids}::uuid[]) order by parent, child`,
    columns: [],
  },
  {
    table: 'memberMessage',
    name: 'messages',
    words: 'what was told by WhatsApp or mail, as it was noted',
    rows: (_, ids) =>
      about(ids, { table: 'member_message', order: 'person.name, member_message.at, member_message.id' }),
    columns: [
      ...person,
      inWords('About', 'kind', messageKindWords),
      inWords('By', 'channel', channelWords),
      inWords('Language', 'language', languageNames),
      text('Message', 'text', 60),
      instant('Sent', 'at'),
      text('Noted By', 'byName'),
    ],
  },
  {
    table: 'emergencyContact',
    name: 'contacts',
    words: 'whom to call',
    rows: (_, ids) =>
      about(ids, {
        table: 'emergency_contact',
        order: 'person.name, emergency_contact.created_at, emergency_contact.id',
      }),
    without: counted,
    columns: [
      ...person,
      text('Contact', 'name', 26),
      text('Relationship', 'relationship'),
      text('Phone No.', 'phoneNo', 15),
      text('Email', 'email', 30),
      flag('Disabled', 'isDisable'),
      instant('Created', 'createdAt'),
    ],
  },
  {
    table: 'notice',
    name: 'notices',
    words: 'what was written to them',
    rows: (_, ids) => about(ids, { table: 'notice', order: 'notice.at, notice.id' }),
    columns: [
      ...person,
      instant('Date', 'at'),
      text('Type', 'type', 12),
      text('Title', 'title', 30),
      text('Message', 'message', 60),
    ],
  },
  {
    table: 'memberImportRow',
    name: 'imports',
    words: 'what imports of the last time wrote to the profiles',
    rows: (_, ids) =>
      about(ids, {
        table: 'member_import_row',
        more: sql`, member_import.at, member_import.file, member_import.by_name`,
        joins: sql`join member_import on member_import.id = member_import_row.import`,
        order: 'member_import.at, member_import_row.row',
      }),
    columns: [],
  },
  {
    table: 'memberPasswordCode',
    name: 'password-codes',
    words: 'until when a code by mail for a password is in force',
    rows: (_, ids) => about(ids, { table: 'member_password_code', order: 'member_password_code.member' }),
    without: { codeHash: 'a secret, of which only a hash is stored' },
    columns: [],
  },
  {
    table: 'auditRecord',
    name: 'audit-trail',
    words: 'what the audit trail says of them: who did what, with I/C, phone and e-mail masked as they are there',
    may: 'audit_trail.view',
    rows: (_, ids) => sql<Row>`
      select r.*, ${changes(sql`r.change_from`)} as before, ${changes(sql`r.change_to`)} as after
      from audit_record r where r.doc_id in (${documentsOf(ids)}) order by r.position`,
    without: {
      previous: chained,
      hash: chained,
      mac: chained,
      salt: chained,
      seal: chained,
      changeFrom: 'it is under before',
      changeTo: 'it is under after',
    },
    columns: [
      instant('Date', 'at'),
      text('User', 'username', 16),
      text('Section', 'section'),
      text('Action', 'action', 14),
      text('Description', 'description', 50),
      text('Before', 'before', 50),
      text('After', 'after', 50),
    ],
  },
  {
    table: 'sensitiveReading',
    name: 'readings',
    words: 'who was told their medical notes and identity numbers; files of many members are not among them',
    may: 'audit_trail.view',
    rows: (_, ids) => sql<Row>`
      select reading.*, (select string_agg(member.name, ', ' order by member.name)
        from member where member.id = any(reading.members) and member.id = any(${ids}::uuid[])) as whose
      from sensitive_reading reading where members && ${ids}::uuid[] order by at, id`,
    without: {
      members: 'others may be among them: whose it is by name',
      count: 'it counts the others, too',
    },
    columns: [
      instant('Date', 'at'),
      text('User', 'username', 16),
      text('Call', 'call', 30),
      text('Whose', 'whose', 40),
      text('What', 'fields', 24),
      text('Filter', 'filter', 30),
    ],
  },
]
