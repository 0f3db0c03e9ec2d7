import { memberTexts } from '@academy/contract/members/fields.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import type { MemberRow } from '@academy/contract/members/rows.ts'
import { pick } from '@academy/contract/platform/records.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { fixedRead, type Given, isPending, type Reader, type Tx } from '../platform/data/index.ts'
import { pictureLinks } from '../platform/files/index.ts'
import { found } from '../platform/http/index.ts'
import { runwayOn } from '../wallet/wallet.ts'
import { shownColumns } from './columns.ts'
import { usualPayer } from './usual-payer.ts'

type ParentOf = MemberRow['mainIDs'][number]
type ChildOf = MemberRow['children'][number]

const children = sql<ChildOf[]>`case when member.kind = 'parent' then (
  select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'isIndependent', child.is_independent,
    'isDisable', child.is_disable) order by lower(child.name), child.id), '[]')
  from member_parent
  join member child on child.id = member_parent.child and not child.is_deleted
  where member_parent.parent = member.id) else '[]' end`

const parents = sql<ParentOf[]>`(
  select coalesce(json_agg(json_build_object('_id', parent.id, 'name', parent.name,
    'relationship', relationship.relationship, 'wallet', wallet.balance,
    'creditExpired', wallet.credit_expired, 'isDisable', parent.is_disable)
    order by parent.created_at, parent.id), '[]')
  from member_parent
  join member parent on parent.id = member_parent.parent
  join wallet on wallet.member = parent.id
  left join relationship on relationship.id = parent.relationship
  where member_parent.child = member.id)`

const whole = (db: Reader, today: RawBuilder<string>) =>
  db
    .selectFrom('member')
    .where('member.isDeleted', '=', false)
    .leftJoin('wallet', 'wallet.member', 'member.id')
    .leftJoin('belt', 'belt.id', 'member.belt')
    .leftJoin('memberType', 'memberType.id', 'member.memberType')
    .leftJoin('coach', 'coach.id', 'member.coachIncharge')
    .leftJoin('relationship', 'relationship.id', 'member.relationship')
    .select(shownColumns.map((column) => `member.${column}` as const))
    .select(['wallet.balance', 'wallet.creditExpired', runwayOn(today).as('runway')])
    .select(['belt.beltColor', 'memberType.memberType as memberTypeName', 'coach.name as coachName'])
    .select('relationship.relationship as relationshipName')
    .select([parents.as('parents'), children.as('children')])

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

const rowsById = fixedRead((db, given: Given<{ ids: readonly string[]; today: string }>) =>
  whole(db, given('today')).where('member.id', '=', sql<string>`any(${given('ids')})`),
)

/** The documents of these members, in this order. One that is unknown or erased is a 404. */
export async function documentsOf(tx: Tx, ids: readonly string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return []
  const rows = await rowsById(tx, { ids, today: tx.today })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => documentOf(tx, found(byId.get(id), 'Member')))
}

function documentOf(tx: Tx, row: Whole): MemberRow {
  return {
    _id: row.id,
    kind: row.kind,
    ...pick(row, memberTexts),
    ...pictureLinks(tx, row.picture),
    wallet: row.balance ?? 0,
    creditExpired: row.creditExpired,
    expiredIn: expiredIn(row.creditExpired, tx.today),
    runway: row.runway,
    memberType: row.memberType ? { _id: row.memberType, memberType: row.memberTypeName ?? '' } : null,
    belt: row.belt ? { _id: row.belt, beltColor: row.beltColor ?? '' } : null,
    coachIncharge: row.coachIncharge ? { _id: row.coachIncharge, name: row.coachName ?? '' } : null,
    relationship: row.relationship ? { _id: row.relationship, relationship: row.relationshipName ?? '' } : null,
    mainIDs: row.parents,
    parents: row.parents,
    children: row.children,
    isDisable: row.isDisable,
    isIndependent: row.isIndependent,
    isProtected: row.isProtected,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

const childrenOnPage = sql<MemberDetail['children']>`(
  select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'chName', child.ch_name,
    'dob', child.dob, 'belt', case when belt.id is null then null
      else json_build_object('_id', belt.id, 'beltColor', belt.belt_color) end,
    'isIndependent', child.is_independent, 'isDisable', child.is_disable, 'wallet', wallet.balance)
    order by lower(child.name), child.id), '[]')
  from member_parent
  join member child on child.id = member_parent.child and not child.is_deleted
  join wallet on wallet.member = child.id
  left join belt on belt.id = child.belt
  where member_parent.parent = member.id)`

const contacts = sql<MemberDetail['emergencyContact']>`(
  select coalesce(json_agg(json_build_object('_id', contact.id, 'name', contact.name,
    'relationship', contact.relationship, 'phoneNo', contact.phone_no, 'email', contact.email,
    'isDisable', contact.is_disable) order by contact.created_at, contact.id), '[]')
  from emergency_contact contact where contact.member = member.id)`

const classes = sql<MemberDetail['classes']>`(
  select coalesce(json_agg(json_build_object('_id', enrolment.id,
    'course', json_build_object('_id', course.id, 'name', course.name), 'creditType', enrolment.credit_type,
    'credit', enrolment.credit, 'isDisable', enrolment.is_disable)
    order by enrolment.is_disable, lower(course.name), enrolment.id), '[]')
  from enrolment join course on course.id = enrolment.course where enrolment.member = member.id)`

const openOutstanding = sql<number>`(
  select count(*)::int from attendance
  where outstanding and (attendance.wallet_member = member.id or attendance.member = member.id))`

const openOrders = sql<MemberDetail['openOrders']>`(
  select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(14, 2)::text,
    'credit', coalesce(sum(credit_purchase), 0)::int)
  from payment where ${isPending} and payment.member in (
    select member.id union
    select parent from member_parent where member_parent.child = member.id and not member.is_independent))`

const pageById = fixedRead((db, given: Given<{ id: string; today: string }>) =>
  whole(db, given('today'))
    .where('member.id', '=', given('id'))
    .select([childrenOnPage.as('childrenOnPage'), contacts.as('emergencyContact'), classes.as('classes')])
    .select([openOutstanding.as('openOutstanding'), openOrders.as('openOrders'), usualPayer.as('payer')]),
)

/** The member's page: 404 when unknown or erased. */
export async function memberDetail(tx: Tx, id: string): Promise<MemberDetail> {
  const row = found((await pageById(tx, { id, today: tx.today }))[0], 'Member')
  const { emergencyContact, classes: enrolled, openOutstanding: cases, openOrders: orders } = row
  const belongings = {
    emergencyContact,
    classes: enrolled,
    openOutstanding: cases,
    openOrders: orders,
    payer: row.payer,
  }
  return { ...documentOf(tx, row), ...belongings, children: row.childrenOnPage }
}
