import type { MemberOverview } from '@academy/contract/members/overview.ts'
import { addMonths, runwayDays } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { found } from '../../platform/http/index.ts'
import { businessTime } from '../../platform/runtime/index.ts'
import { walletSince } from '../../wallet/wallet.ts'

/** A member with the dependent children whose classes are told on its page. */
export interface Household {
  id: string
  isIndependent: boolean
  people: string[]
}

/** 404 when the member is unknown or was erased. */
export async function householdOf(tx: Tx, id: string): Promise<Household> {
  const [household] = await tx.query<Household>(sql`
    select id, is_independent, array(
      select member.id union all
      select child.id from member_parent join member child on child.id = member_parent.child
      where member_parent.parent = member.id and not child.is_independent and not child.is_deleted) as people
    from member where id = ${id} and not is_deleted`)
  return found(household, 'Member')
}

/** Of a table with the columns `member` and `wallet_member`: what is about these people, or paid from this wallet. */
export const isOf = ({ id, people }: Household, table: 'attendance' | 'enrolment') =>
  sql<boolean>`(${sql.ref(`${table}.member`)} = any(${people}::uuid[]) or ${sql.ref(`${table}.wallet_member`)} = ${id}::uuid)`

async function nextClass(tx: Tx, household: Household): Promise<MemberOverview['nextClass']> {
  const [row] = await tx.query<Omit<NonNullable<MemberOverview['nextClass']>, '_id'> & { id: string }>(sql`
    with enrolled as (
      select enrolment.course, member.id, member.name
      from enrolment join member on member.id = enrolment.member
      where ${isOf(household, 'enrolment')}
        and not enrolment.is_disable and not member.is_disable and not member.is_deleted
    )
    select class.id, course.id as "course.id", course.name as "course.name", centre.description as venue, class.date,
      to_char(class.starts, 'HH24:MI') || ' - ' || to_char(class.ends, 'HH24:MI') as duration,
      (select json_agg(json_build_object('_id', enrolled.id, 'name', enrolled.name) order by lower(enrolled.name), enrolled.id)
        from enrolled where enrolled.course = course.id) as members
    from class join course on course.id = class.course left join centre on centre.id = course.centre
    where class.course in (select enrolled.course from enrolled) and not course.is_disable and not class.is_attendance_taken
      and (class.date > ${tx.today}::date
        or class.date = ${tx.today}::date and class.ends > ${businessTime(tx.portal.clock.now())}::time)
      and ${inCallersCentres(tx, 'course.centre')}
    order by class.date, class.starts, class.id limit 1`)
  if (!row) return null
  const { id, ...rest } = row
  return { _id: id, ...rest }
}

async function attended(tx: Tx, household: Household): Promise<MemberOverview['attended']> {
  const rows = await tx.query<Omit<MemberOverview['attended'][number], '_id'> & { id: string }>(sql`
    select member.id, member.name, count(*)::int as marked,
      (count(*) filter (where attendance.status = 'P'))::int as present
    from attendance join member on member.id = attendance.member join course on course.id = attendance.course
    where ${isOf(household, 'attendance')} and not member.is_deleted
      and attendance.class_date > ${tx.today}::date - ${runwayDays}::int and attendance.class_date <= ${tx.today}::date
      and ${inCallersCentres(tx, 'course.centre')}
    group by member.id order by lower(member.name), member.id`)
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }))
}

/** As `openOutstanding` of the member's page counts them: whatever the centre. */
async function owed(tx: Tx, { id }: Household): Promise<number> {
  const [row] = await tx.query<{ credit: number }>(sql`
    select coalesce(sum(credit_minus), 0)::int as credit from attendance
    where outstanding and (wallet_member = ${id} or member = ${id})`)
  return row?.credit ?? 0
}

const monthsShown = 6

/** 404 when the member is unknown or was erased. Classes of other centres than the caller's are left out. */
export async function overviewOf(tx: Tx, id: string): Promise<MemberOverview> {
  const household = await householdOf(tx, id)
  return {
    nextClass: await nextClass(tx, household),
    attended: await attended(tx, household),
    owed: await owed(tx, household),
    months: household.isIndependent ? await walletSince(tx, id, addMonths(tx.today, -monthsShown)) : null,
  }
}
