import type { MemberDetail, MemberRow, members } from '@academy/contract/members/members.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { found } from '../kit/errors.ts'
import { anyCase, likePattern, orderBy, type Sortable, totalOf } from '../kit/paging.ts'
import { pictureLinks } from '../kit/picture-field.ts'
import type { Tx } from '../kit/tx.ts'
import type { ShownTables } from './tables.ts'

type Filters = z.output<NonNullable<typeof members.list.query>>

const sortable: Sortable = {
  name: anyCase('member.name'),
  chName: 'member.chName',
  icNo: 'member.icNo',
  tmNo: 'member.tmNo',
  email: anyCase('member.email'),
  phoneNo: 'member.phoneNo',
  dob: 'member.dob',
  gender: 'member.gender',
  wallet: 'wallet.balance',
  creditExpired: 'wallet.creditExpired',
  expiredIn: 'wallet.creditExpired',
  belt: anyCase('belt.beltColor'),
  memberType: anyCase('memberType.memberType'),
  coachIncharge: anyCase('coach.name'),
  isDisable: 'member.isDisable',
  isIndependent: 'member.isIndependent',
  createdAt: 'member.createdAt',
  updatedAt: 'member.updatedAt',
}

function matching(tx: Tx, filters: Filters) {
  let query = tx.read<ShownTables>().selectFrom('member').where('member.isDeleted', '=', false)
  const { isAdult, isChildren, isParent, isChildrenOrAdult, isIndependent, isDisable, searchText } = filters
  if (isAdult !== undefined) query = query.where('member.kind', isAdult ? '=' : '!=', 'adult')
  if (isChildren !== undefined) query = query.where('member.kind', isChildren ? '=' : '!=', 'child')
  if (isParent !== undefined) query = query.where('member.kind', isParent ? '=' : '!=', 'parent')
  if (isChildrenOrAdult !== undefined) query = query.where('member.kind', isChildrenOrAdult ? '!=' : '=', 'parent')
  if (isIndependent !== undefined) query = query.where('member.isIndependent', '=', isIndependent)
  if (isDisable !== undefined) query = query.where('member.isDisable', '=', isDisable)
  // The text is kept in lower case, so that the database need not fold every row of it for `ilike`.
  if (searchText) query = query.where('member.searchText', 'like', sql<string>`lower(${likePattern(searchText)})`)
  const { walletFilterAmount: most } = filters
  if (most !== undefined)
    query = query.where('member.id', 'in', (of) =>
      of.selectFrom('wallet').select('wallet.member').where('balance', '<=', most),
    )
  if (filters.memberType?.length) query = query.where('member.memberType', 'in', filters.memberType)
  if (filters.belt?.length) query = query.where('member.belt', 'in', filters.belt)
  if (filters.coachIncharge?.length) query = query.where('member.coachIncharge', 'in', filters.coachIncharge)
  const childrenOf = (parents: string[]) =>
    tx.read<ShownTables>().selectFrom('memberParent').select('memberParent.child').where('parent', 'in', parents)
  if (filters.mainIDs?.length) query = query.where('member.id', 'in', childrenOf(filters.mainIDs))
  // Children of these parents are left out: what a parent's page offers to add.
  if (filters.noUseMainIDs?.length) query = query.where('member.id', 'not in', childrenOf(filters.noUseMainIDs))
  return query
}

type Matching = ReturnType<typeof matching>

// Left joins on keys: those that the order does not need are left out by the database.
const withNames = (query: Matching) =>
  query
    .leftJoin('wallet', 'wallet.member', 'member.id')
    .leftJoin('belt', 'belt.id', 'member.belt')
    .leftJoin('memberType', 'memberType.id', 'member.memberType')
    .leftJoin('coach', 'coach.id', 'member.coachIncharge')
    .leftJoin('relationship', 'relationship.id', 'member.relationship')

/** A page of members, by name unless asked otherwise: the page's ids first, so that nothing else is read of the rest. */
export async function listMembers(tx: Tx, filters: Filters): Promise<{ items: MemberRow[]; total: number }> {
  const query = matching(tx, filters)
  const byName = [{ field: 'name', descending: false }]
  const page = await orderBy(withNames(query).select('member.id'), filters.sort, sortable, byName, 'member.id')
    .offset(filters.offset)
    .limit(filters.limit)
    .execute()
  const ids = page.map(({ id }) => id)
  const rows = new Map((await rowsOf(tx, ids)).map((row) => [row.id, row]))
  const items = ids.map((id) => documentOf(tx, found(rows.get(id), 'Member')))
  return { items, total: await totalOf(query) }
}

type ParentOf = MemberRow['mainIDs'][number]

const parents = sql<ParentOf[]>`(
  select coalesce(json_agg(json_build_object('_id', parent.id, 'name', parent.name,
    'relationship', relationship.relationship, 'wallet', wallet.balance, 'isDisable', parent.is_disable)
    order by parent.created_at, parent.id), '[]')
  from member_parent
  join member parent on parent.id = member_parent.parent
  join wallet on wallet.member = parent.id
  left join relationship on relationship.id = parent.relationship
  where member_parent.child = member.id)`

const whole = (tx: Tx) =>
  withNames(tx.read<ShownTables>().selectFrom('member').where('member.isDeleted', '=', false))
    .selectAll('member')
    .select(['wallet.balance', 'wallet.creditExpired'])
    .select(['belt.beltColor', 'memberType.memberType as memberTypeName', 'coach.name as coachName'])
    .select('relationship.relationship as relationshipName')
    .select(parents.as('parents'))

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

const rowsOf = async (tx: Tx, ids: string[]): Promise<Whole[]> =>
  ids.length ? whole(tx).where('member.id', 'in', ids).execute() : []

function documentOf(tx: Tx, row: Whole): MemberRow {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    chName: row.chName,
    dob: row.dob,
    icNo: row.icNo,
    tmNo: row.tmNo,
    email: row.email,
    gender: row.gender,
    nationality: row.nationality,
    phoneNo: row.phoneNo,
    address: row.address,
    school: row.school,
    schoolClass: row.schoolClass,
    medical: row.medical,
    note: row.note,
    ...pictureLinks(tx, row.picture),
    wallet: row.balance ?? 0,
    creditExpired: row.creditExpired,
    expiredIn: expiredIn(row.creditExpired, tx.today),
    memberType: row.memberType ? { _id: row.memberType, memberType: row.memberTypeName ?? '' } : null,
    belt: row.belt ? { _id: row.belt, beltColor: row.beltColor ?? '' } : null,
    coachIncharge: row.coachIncharge ? { _id: row.coachIncharge, name: row.coachName ?? '' } : null,
    relationship: row.relationship ? { _id: row.relationship, relationship: row.relationshipName ?? '' } : null,
    mainIDs: row.parents,
    isDisable: row.isDisable,
    isIndependent: row.isIndependent,
    isProtected: row.isProtected,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

type Belongings = Pick<MemberDetail, 'children' | 'emergencyContact' | 'classes' | 'openOutstanding'>

/** The member's page: 404 when unknown or erased. */
export async function memberDetail(tx: Tx, id: string): Promise<MemberDetail> {
  const [row] = await rowsOf(tx, [id])
  const member = documentOf(tx, found(row, 'Member'))
  const [belongings] = await tx.query<Belongings>(sql`
    select
      (select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'chName', child.ch_name,
          'dob', child.dob, 'belt', case when belt.id is null then null
            else json_build_object('_id', belt.id, 'beltColor', belt.belt_color) end,
          'isIndependent', child.is_independent, 'isDisable', child.is_disable, 'wallet', wallet.balance)
          order by lower(child.name), child.id), '[]')
        from member_parent
        join member child on child.id = member_parent.child and not child.is_deleted
        join wallet on wallet.member = child.id
        left join belt on belt.id = child.belt
        where member_parent.parent = ${id}) as children,
      (select coalesce(json_agg(json_build_object('_id', id, 'name', name, 'relationship', relationship,
          'phoneNo', phone_no, 'email', email, 'isDisable', is_disable) order by created_at, id), '[]')
        from emergency_contact where member = ${id}) as emergency_contact,
      (select coalesce(json_agg(json_build_object('_id', enrolment.id,
          'course', json_build_object('_id', course.id, 'name', course.name), 'creditType', enrolment.credit_type,
          'credit', enrolment.credit, 'isDisable', enrolment.is_disable)
          order by enrolment.is_disable, lower(course.name), enrolment.id), '[]')
        from enrolment join course on course.id = enrolment.course where enrolment.member = ${id}) as classes,
      (select count(*)::int from attendance
        where outstanding and (wallet_member = ${id} or member = ${id})) as open_outstanding`)
  return { ...member, ...found(belongings, 'Member') }
}
