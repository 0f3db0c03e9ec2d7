/** What past classes left undone; the dashboard has a button on each row that resolves it. */
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { closable } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { isLatelyOverdue } from '../courses/courses.ts'
import { inCallersCentres, isToBeMarked, plannedOnce, type Tx } from '../platform/data/index.ts'

const rowsPerTable = 5

type UnmarkedClass = Overview['unmarkedClasses']['items'][number]

/** Classes of the caller's centres that are over, have students and are not marked. */
const unmarked = (tx: Tx) => sql`from class join course on course.id = class.course
  where ${isLatelyOverdue(tx)} and ${inCallersCentres(tx, 'course.centre')}`

/** The latest first. */
const latestFirst = sql`class.date desc, class.starts desc, lower(course.name), class.id`

export async function countUnmarkedClasses(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count ${unmarked(tx)} ${plannedOnce}`)
  return row?.count ?? 0
}

/** Those of earlier days that the caller is an instructor of. */
export async function ownUnmarkedClasses(tx: Tx): Promise<Pick<UnmarkedClass, '_id' | 'course' | 'date'>[]> {
  const rows = await tx.query<{ id: string; courseId: string; courseName: string; date: string }>(
    sql`select class.id, course.id as course_id, course.name as course_name, class.date
      ${unmarked(tx)} and class.date < ${tx.today}::date and exists (
        select from class_instructor join staff_user on staff_user.coach_related = class_instructor.coach
        where class_instructor.class = class.id and staff_user.id = ${tx.by.userId})
      order by ${latestFirst} ${plannedOnce}`,
  )
  return rows.map(({ id, courseId, courseName, date }) => ({
    _id: id,
    course: { _id: courseId, name: courseName },
    date,
  }))
}

/** A page of them. */
export async function unmarkedClasses(tx: Tx, offset: number): Promise<Overview['unmarkedClasses']> {
  const rows = await tx.query<
    Omit<UnmarkedClass, '_id' | 'course'> & { id: string; courseId: string; courseName: string }
  >(
    sql`select class.id, course.id as course_id, course.name as course_name, centre.description as centre, class.date,
        to_char(class.starts, 'HH24:MI') || ' - ' || to_char(class.ends, 'HH24:MI') as duration, (
          select count(*)::int from enrolment join member on member.id = enrolment.member
          where ${isToBeMarked}
        ) as students,
        array(
          select coach.name from class_instructor join coach on coach.id = class_instructor.coach
          where class_instructor.class = class.id order by not class_instructor.is_main, class_instructor.position
        ) as coaches
      from (select class.id ${unmarked(tx)} order by ${latestFirst} offset ${offset} limit ${rowsPerTable}) as page
      join class on class.id = page.id join course on course.id = class.course left join centre on centre.id = course.centre
      order by ${latestFirst} ${plannedOnce}`,
  )
  const items = rows.map(({ id, courseId, courseName, ...row }) => ({
    _id: id,
    course: { _id: courseId, name: courseName },
    ...row,
  }))
  return { items, total: await countUnmarkedClasses(tx) }
}

/** Few members are deleted: an index has them. Each case has its member, payer and course, which need not be read to be counted. */
const openCasesOf = (tx: Tx) => sql`from attendance left join course on course.id = attendance.course
  where attendance.outstanding
    and not exists (select from member where member.id = attendance.member and member.is_deleted)
    and not exists (select from member where member.id = attendance.wallet_member and member.is_deleted)
    and ${inCallersCentres(tx, 'course.centre')}`

export async function countOpenCases(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ cases: number }>(sql`select count(*)::int as cases ${openCasesOf(tx)} ${plannedOnce}`)
  return row?.cases ?? 0
}

/** The open cases of the caller's centres by wallet: those that the wallet can pay first, then the oldest. */
export async function openCases(tx: Tx, offset: number): Promise<Overview['openCases']> {
  const rows = await tx.query<{ payer: string; wallet: number; credits: number[]; oldest: string }>(
    sql`select open.payer, (select balance from wallet where wallet.member = open.payer) as wallet, open.credits, open.oldest
      from (
        select attendance.wallet_member as payer,
          array_agg(attendance.credit_minus order by attendance.class_date, attendance.id) as credits,
          min(attendance.class_date) as oldest
        ${openCasesOf(tx)} group by attendance.wallet_member) as open ${plannedOnce}`,
  )
  const wallets = rows
    .map(({ payer, wallet, credits, oldest }) => {
      const { paid, balance } = closable(wallet, credits, (credit) => credit)
      return {
        walletMember: { _id: payer, wallet },
        cases: credits.length,
        credit: credits.reduce((sum, credit) => sum + credit, 0),
        covered: paid.length,
        walletAfter: balance,
        oldest,
      }
    })
    .toSorted(
      (one, other) =>
        Number(other.covered > 0) - Number(one.covered > 0) ||
        one.oldest.localeCompare(other.oldest) ||
        one.walletMember._id.localeCompare(other.walletMember._id),
    )
  const page = wallets.slice(offset, offset + rowsPerTable)
  const names = await namesOf(
    tx,
    page.map(({ walletMember }) => walletMember._id),
  )
  return {
    items: page.map((row) => ({
      ...row,
      walletMember: { ...row.walletMember, ...nameIn(names, row.walletMember._id) },
    })),
    total: wallets.length,
    cases: wallets.reduce((sum, { cases }) => sum + cases, 0),
  }
}

interface Names {
  name: string
  chName: string | null
}

async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Names>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Names & { id: string }>(
    sql`select id, name, ch_name from member where id = any(${[...ids]}::uuid[]) ${plannedOnce}`,
  )
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

function nameIn(names: ReadonlyMap<string, Names>, id: string): Names {
  const known = names.get(id)
  if (!known) throw new Error(`The payer ${id} is not there`)
  return known
}
