import { type MemberKind, type MemberText, memberKinds, memberTexts } from '@academy/contract/members/fields.ts'
import type { memberSort, members } from '@academy/contract/members/members.ts'
import type { MemberRow } from '@academy/contract/members/rows.ts'
import { recordOf } from '@academy/contract/platform/records.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  anyCase,
  isIndependentWallet,
  maybeEmpty,
  memberFound,
  memberMeant,
  ordering,
  type Sortable,
  type Tx,
  termsOf,
  totalOf,
} from '../../platform/data/index.ts'
import { formColumns } from '../columns.ts'
import { documentsOf } from '../documents.ts'

export type MemberFilters = z.output<NonNullable<typeof members.list.query>>

function textSort(column: MemberText) {
  const sorted = formColumns[column].isSortedAsStored ? `member.${column}` : anyCase(`member.${column}`)
  return column === 'name' ? sorted : maybeEmpty(sorted)
}

const sortable: Sortable & Record<(typeof memberSort)[number], Sortable[string]> = {
  ...recordOf(memberTexts, textSort),
  wallet: 'wallet.balance',
  creditExpired: maybeEmpty('wallet.creditExpired'),
  expiredIn: maybeEmpty('wallet.creditExpired'),
  belt: maybeEmpty(anyCase('belt.beltColor')),
  memberType: maybeEmpty(anyCase('memberType.memberType')),
  coachIncharge: maybeEmpty(anyCase('coach.name')),
  relationship: maybeEmpty(anyCase('relationship.relationship')),
  kind: 'member.kind',
  // Empty text where there are none.
  mainIDs: maybeEmpty(sql`nullif(lower(member.parent_names), '')`),
  children: sql`(select count(*) from member_parent join member child on child.id = member_parent.child
    where member_parent.parent = member.id and not child.is_deleted)`,
  isDisable: 'member.isDisable',
  isIndependent: 'member.isIndependent',
  createdAt: 'member.createdAt',
  updatedAt: 'member.updatedAt',
}
const byName = [{ field: 'name', descending: false }]
const orderOf = ({ sort }: MemberFilters) => ordering(sort, sortable, byName, 'member.id')

/** The kinds that the filters of the tabs allow. */
function kindsOf({ isAdult, isChildren, isParent, isChildrenOrAdult }: MemberFilters): MemberKind[] {
  const wanted = (kind: MemberKind) =>
    (isAdult === undefined || isAdult === (kind === 'adult')) &&
    (isChildren === undefined || isChildren === (kind === 'child')) &&
    (isParent === undefined || isParent === (kind === 'parent')) &&
    (isChildrenOrAdult === undefined || isChildrenOrAdult === (kind !== 'parent'))
  return memberKinds.filter(wanted)
}

const searched = ({ by }: Tx, { searchText, families }: Pick<MemberFilters, 'searchText' | 'families'>) =>
  families ? memberFound(by, searchText) : memberMeant(by, searchText)

/** The members that match the filters, unordered. */
export function matching(tx: Tx, filters: MemberFilters) {
  let query = tx.read().selectFrom('member').where('member.isDeleted', '=', false)
  const kinds = kindsOf(filters)
  const [only] = kinds
  if (kinds.length === 1 && only) query = query.where('member.kind', '=', only)
  else if (kinds.length < memberKinds.length) query = query.where('member.kind', '=', sql<MemberKind>`any(${kinds})`)
  const { isIndependent, isDisable, walletFilterAmount: most } = filters
  if (isIndependent !== undefined) query = query.where('member.isIndependent', '=', isIndependent)
  if (isDisable !== undefined) query = query.where('member.isDisable', '=', isDisable)
  const found = searched(tx, filters)
  if (found) query = query.where(found)
  if (most !== undefined)
    query = query.where('member.id', 'in', (of) =>
      of
        .selectFrom('wallet')
        .select('wallet.member')
        .where('balance', '<=', sql<number>`${most}::bigint`)
        .where('wallet.kind', '=', sql<MemberKind>`any(${kinds})`)
        .$if(isIndependent === true, (wallets) => wallets.where(isIndependentWallet)),
    )
  if (filters.memberType?.length) query = query.where('member.memberType', 'in', filters.memberType)
  if (filters.belt?.length) query = query.where('member.belt', 'in', filters.belt)
  if (filters.coachIncharge?.length) query = query.where('member.coachIncharge', 'in', filters.coachIncharge)
  const childrenOf = (parents: string[]) =>
    tx.read().selectFrom('memberParent').select('memberParent.child').where('parent', 'in', parents)
  if (filters.mainIDs?.length) query = query.where('member.id', 'in', childrenOf(filters.mainIDs))
  // For a parent's page, which offers to add other children.
  if (filters.noUseMainIDs?.length) query = query.where('member.id', 'not in', childrenOf(filters.noUseMainIDs))
  return query
}

type Matching = ReturnType<typeof matching>

const ofWallets = ['wallet', 'creditExpired', 'expiredIn']

/**
 * Members joined only with the tables that the order needs, so that a page can be read from an index alone. Wallets are
 * restricted to the kind for the same reason.
 */
function sources(filters: MemberFilters, query: Matching) {
  const kinds = kindsOf(filters)
  const [only] = kinds
  const fields = filters.sort?.map(({ field }) => field) ?? []
  return query
    .$if(
      fields.some((field) => ofWallets.includes(field)),
      (members) => {
        const joined = members.innerJoin('wallet', 'wallet.member', 'member.id')
        return kinds.length === 1 && only ? joined.where('wallet.kind', '=', only) : joined
      },
    )
    .$if(fields.includes('belt'), (members) => members.leftJoin('belt', 'belt.id', 'member.belt'))
    .$if(fields.includes('memberType'), (members) =>
      members.leftJoin('memberType', 'memberType.id', 'member.memberType'),
    )
    .$if(fields.includes('coachIncharge'), (members) => members.leftJoin('coach', 'coach.id', 'member.coachIncharge'))
    .$if(fields.includes('relationship'), (members) =>
      members.leftJoin('relationship', 'relationship.id', 'member.relationship'),
    )
}

/** Whether there are filters that no index serves in sort order. */
const isSelective = (
  tx: Tx,
  { walletFilterAmount, memberType, belt, coachIncharge, mainIDs, ...filters }: MemberFilters,
) =>
  Boolean(searched(tx, filters) ?? memberType ?? belt ?? coachIncharge ?? mainIDs) || walletFilterAmount !== undefined

type Page = { id: string; total: number }[]

/**
 * The ids of a page and the total, in one statement. Whole tabs are read from the index of the order and counted in
 * another; with selective filters all matches are found first, then counted and sorted.
 */
function pageOf(tx: Tx, filters: MemberFilters): Promise<Page> {
  const query = matching(tx, filters)
  const { offset, limit } = filters
  if (!isSelective(tx, filters)) {
    const total = query.select(({ fn }) => fn.countAll<number>().as('total'))
    return sources(filters, query)
      .select(['member.id', sql<number>`(${total})::int`.as('total')])
      .orderBy(orderOf(filters))
      .offset(offset)
      .limit(limit)
      .execute()
  }
  const terms = termsOf(filters.sort, sortable, byName, 'member.id')
  // The inner offset keeps the planner from scanning the whole order for the few that match.
  const found = sources(filters, query)
    .select('member.id')
    .select(terms.map(({ expression }, n) => expression.as(`key${n}`)))
    .offset(0)
  return tx.query<Page[number]>(sql`
    select id, count(*) over ()::int as total from (${found}) found
    order by ${sql.join(terms.map(({ direction }, n) => sql`${sql.ref(`key${n}`)}${direction}`))}
    offset ${offset} limit ${limit}`)
}

/** All members that match the filters, with their place in the order: for exports. */
export function inOrder(tx: Tx, filters: MemberFilters) {
  const place = sql<string>`row_number() over (order by ${orderOf(filters)})`
  return sources(filters, matching(tx, filters)).select(['member.id', place.as('place')])
}

/** A page of members, by name unless sorted otherwise. Reads the ids of the page first, then only those documents. */
export async function listMembers(tx: Tx, filters: MemberFilters): Promise<{ items: MemberRow[]; total: number }> {
  const page = await pageOf(tx, filters)
  const items = await documentsOf(
    tx,
    page.map(({ id }) => id),
  )
  // A page past the end has no row to read the total from.
  const total = page[0]?.total ?? (filters.offset === 0 ? 0 : await totalOf(matching(tx, filters)))
  return { items, total }
}

/** How many members of each kind match the filters. */
export async function countMembers(tx: Tx, filters: MemberFilters): Promise<Record<MemberKind, number>> {
  const counted = await matching(tx, filters)
    .select(['member.kind', sql<number>`count(*)::int`.as('total')])
    .groupBy('member.kind')
    .execute()
  const of = (kind: MemberKind) => counted.find((row) => row.kind === kind)?.total ?? 0
  return { adult: of('adult'), parent: of('parent'), child: of('child') }
}
