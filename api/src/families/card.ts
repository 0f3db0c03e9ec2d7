/** The card of a family. Each part is one statement by an index, and of no more rows than the card shows. */
import type { FamilyCard } from '@academy/contract/families/card.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { usualPayer } from '../members/members.ts'
import { businessDayOf, inCallersCentres, isDone, isPending, type Tx } from '../platform/data/index.ts'
import { thumbnailLink } from '../platform/files/index.ts'
import { found } from '../platform/http/index.ts'
import { runwayOn } from '../wallet/wallet.ts'
import { studentsOf } from './card-students.ts'

const mostShown = 5
const mostReceipts = 3

/** 404 when the member is unknown or was erased. */
export async function familyCardOf(tx: Tx, id: string): Promise<FamilyCard> {
  const { others, ...main } = await mainOf(tx, id)
  return {
    main,
    others,
    students: await studentsOf(tx, main._id),
    cases: await casesOf(tx, main._id),
    orders: await ordersOf(tx, main._id),
    receipts: await receiptsOf(tx, main._id),
  }
}

interface MainRow extends Omit<FamilyCard['main'], '_id' | 'thumbnail' | 'expiredIn'> {
  id: string
  picture: string | null
  others: FamilyCard['others']
}

/** Of a dependent child the parent who pays, or its first where none is active; of anybody else the member. */
const mainId = (id: string) => sql`(
  select coalesce(${usualPayer}, (
      select parent.id from member_parent join member parent on parent.id = member_parent.parent
      where member_parent.child = member.id and not parent.is_deleted order by parent.created_at, parent.id limit 1), member.id)
  from member where member.id = ${id} and not member.is_deleted)`

/** Of `member`: its parents, its independent children, and the other parents of those who depend on it. */
const others = sql`(
  select coalesce(json_agg(json_build_object('_id', other.id, 'name', other.name, 'chName', other.ch_name,
    'kind', other.kind, 'isDisable', other.is_disable) order by other.kind desc, other.created_at, other.id), '[]')
  from (
    select parent as id from member_parent where child = member.id
    union select child.id from member_parent join member child on child.id = member_parent.child
      where member_parent.parent = member.id and child.is_independent
    union select shared.parent from member_parent join member child on child.id = member_parent.child
      join member_parent shared on shared.child = child.id
      where member_parent.parent = member.id and not child.is_independent and not child.is_deleted and shared.parent <> member.id
  ) as kin join member other on other.id = kin.id where not other.is_deleted)`

async function mainOf(tx: Tx, id: string): Promise<FamilyCard['main'] & Pick<FamilyCard, 'others'>> {
  const [row] = await tx.query<MainRow>(sql`
    select member.id, member.kind, member.name, member.ch_name, member.picture, member.is_disable, member.phone_no,
      relationship.relationship, coalesce(wallet.balance, 0) as wallet, wallet.credit_expired,
      ${runwayOn(tx.today)} as runway, ${others} as others
    from member left join wallet on wallet.member = member.id left join relationship on relationship.id = member.relationship
    where member.id = ${mainId(id)}`)
  const { id: _id, picture, ...main } = found(row, 'Member')
  return {
    _id,
    ...main,
    thumbnail: thumbnailLink(tx, picture),
    expiredIn: expiredIn(main.creditExpired, tx.today),
  }
}

type Case = NonNullable<FamilyCard['cases']['items']>[number]

/** As the member's page counts them, whatever the centre; shown are those of the caller's. */
async function casesOf(tx: Tx, main: string): Promise<FamilyCard['cases']> {
  const open = sql`attendance.outstanding and (attendance.wallet_member = ${main} or attendance.member = ${main})`
  const [sum] = await tx.query<{ count: number; credit: number }>(sql`
    select count(*)::int as count, coalesce(sum(credit_minus), 0)::int as credit from attendance where ${open}`)
  if (!tx.by.can('outStandingCredit.view')) return { count: 0, credit: 0, ...sum, items: null }
  const rows = await tx.query<Omit<Case, '_id'> & { id: string }>(sql`
    select attendance.id, member.id as "member.id", member.name as "member.name", course.id as "course.id",
      course.name as "course.name", attendance.class_date as date, attendance.credit_minus as credit
    from attendance join course on course.id = attendance.course join member on member.id = attendance.member
    where ${open} and not member.is_deleted and ${inCallersCentres(tx, 'course.centre')}
    order by attendance.class_date, attendance.id limit ${mostShown}`)
  return { count: 0, credit: 0, ...sum, items: rows.map(({ id, ...row }) => ({ _id: id, ...row })) }
}

type Orders = NonNullable<FamilyCard['orders']>

/** As the list of payments: who sees the dashboard sees those that wait. */
async function ordersOf(tx: Tx, wallet: string): Promise<FamilyCard['orders']> {
  if (!tx.by.can('verifyPayment.view') && !tx.by.can('dashboard.view')) return null
  const rows = await tx.query<
    Omit<Orders['items'][number], '_id' | 'orderID'> & { id: string; orderNo: string; count: number }
  >(sql`
    select payment.id, payment.order_no, payment.package_title, payment.payment_type, payment.amount::text,
      payment.credit_purchase as credit, payment.created_at, count(*) over ()::int as count
    from payment where payment.member = ${wallet} and ${isPending}
    order by payment.date_time desc, payment.id limit ${mostShown}`)
  return {
    count: rows[0]?.count ?? 0,
    items: rows.map(({ id, orderNo, count: _, ...row }) => ({ _id: id, orderID: orderNo, ...row })),
  }
}

type Receipt = NonNullable<FamilyCard['receipts']>[number]

async function receiptsOf(tx: Tx, wallet: string): Promise<FamilyCard['receipts']> {
  if (!tx.by.can('verifyPayment.view')) return null
  const rows = await tx.query<Omit<Receipt, '_id'> & { id: string }>(sql`
    select payment.id, payment.receipt_no as or_no, payment.package_title, payment.amount::text,
      payment.credit_purchase as credit, ${businessDayOf('payment.date_time')} as date
    from payment where payment.member = ${wallet} and ${isDone}
    order by payment.date_time desc, payment.id limit ${mostReceipts}`)
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }))
}
