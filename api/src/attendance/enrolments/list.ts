import type { Enrolment, enrolments } from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type ClassOfCourse, classOf } from '../../courses/courses.ts'
import { checkMember } from '../../members/members.ts'
import {
  anyCase,
  maybeEmpty,
  memberMeant,
  orderBy,
  paged,
  plannedOnce,
  type Sortable,
  type Tx,
  unseen,
} from '../../platform/data/index.ts'
import { found, notFound } from '../../platform/http/index.ts'
import { attendeeColumns, attendeeOf } from '../attendee.ts'
import { inCreditTypeOrder } from './credit-types.ts'

type Filters = z.output<NonNullable<typeof enrolments.list.query>>
type Students = z.output<typeof enrolments.students.result>

const sortable: Sortable = {
  course: anyCase('course.name'),
  member: anyCase('member.name'),
  creditType: inCreditTypeOrder('enrolment'),
  credit: 'enrolment.credit',
  remark: maybeEmpty(anyCase('enrolment.remark')),
  walletMember: anyCase('payer.name'),
  isDone: 'enrolment.isDone',
  isDisable: 'enrolment.isDisable',
  createdAt: 'enrolment.createdAt',
}

/** Whether the wallet that pays has an open case. */
const hasOutstanding = sql<boolean>`exists (
  select from attendance where attendance.outstanding and attendance.wallet_member = enrolment.wallet_member)`

/** Whether attendance was taken with the enrolment. */
const isAttended = sql<boolean>`exists (select from attendance where attendance.enrolment = enrolment.id)`

const whole = (tx: Tx) =>
  tx
    .read()
    .selectFrom('enrolment')
    .innerJoin('member', 'member.id', 'enrolment.member')
    .innerJoin('course', 'course.id', 'enrolment.course')
    .innerJoin('member as payer', 'payer.id', 'enrolment.walletMember')
    .innerJoin('wallet', 'wallet.member', 'enrolment.walletMember')
    .leftJoin('belt', 'belt.id', 'member.belt')
    .where('member.isDeleted', '=', false)
    .select(['enrolment.id', 'enrolment.member', 'enrolment.course', 'enrolment.creditType', 'enrolment.credit'])
    .select(['enrolment.remark', 'enrolment.walletMember', 'enrolment.isDisable', 'enrolment.isDone'])
    .select(['enrolment.isProtected', 'enrolment.createdAt'])
    .select(attendeeColumns)
    .select('member.medical')
    .select(['course.name as courseName', 'payer.name as payerName', 'wallet.balance'])
    .select([hasOutstanding.as('hasOutstanding'), isAttended.as('isAttended')])

/** Ids only: left joins that are neither searched nor sorted cost nothing, and the page is read in full afterwards. */
const enrolmentIds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('enrolment')
    .leftJoin('member', 'member.id', 'enrolment.member')
    .leftJoin('course', 'course.id', 'enrolment.course')
    .leftJoin('member as payer', 'payer.id', 'enrolment.walletMember')
    // Few members are deleted: an index has them.
    .where(sql<boolean>`not exists (select from member gone where gone.id = enrolment.member and gone.is_deleted)`)
    .select('enrolment.id')

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

const documentOf = (row: Whole): Enrolment => ({
  _id: row.id,
  member: { _id: row.member, name: row.name, chName: row.chName },
  course: { _id: row.course, name: row.courseName },
  creditType: row.creditType,
  credit: row.credit,
  remark: row.remark,
  walletMember: {
    _id: row.walletMember,
    name: row.payerName,
    wallet: row.balance,
    hasOutstanding: row.hasOutstanding,
  },
  isDisable: row.isDisable,
  isDone: row.isDone,
  is_protected: row.isProtected,
  isAttended: row.isAttended,
  createdAt: row.createdAt,
})

const byName = [
  { field: 'member', descending: false },
  { field: 'course', descending: false },
]

export async function listEnrolments(
  tx: Tx,
  filters: Filters,
  ofMember?: string,
): Promise<{ items: Enrolment[]; total: number }> {
  let query = enrolmentIds(tx)
  if (ofMember) {
    await checkMember(tx, ofMember)
    query = query.where('enrolment.member', '=', ofMember)
  }
  if (filters.member?.length) query = query.where('enrolment.member', 'in', filters.member)
  if (filters.course?.length) query = query.where('enrolment.course', 'in', filters.course)
  if (filters.walletMember?.length) query = query.where('enrolment.walletMember', 'in', filters.walletMember)
  const creditTypes = filters.creditType?.map((type) => (type === 'normal1' ? 'normal2' : type)) ?? []
  if (creditTypes.length > 0) query = query.where('enrolment.creditType', 'in', creditTypes)
  if (filters.active !== undefined) query = query.where('enrolment.isDisable', '=', !filters.active)
  if (filters.isDisable !== undefined) query = query.where('enrolment.isDisable', '=', filters.isDisable)
  const matches = memberMeant(tx.by, filters.searchText, ['course.name'])
  if (matches) query = query.where(matches)
  // Joined for sure, members are read in the order of their names; counted, they are not read.
  const ordered = orderBy(query.where('member.id', 'is not', null), filters.sort, sortable, byName, 'enrolment.id')
  const { items: page, total } = await paged(ordered, filters, query)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  const rows = await whole(tx).where('enrolment.id', '=', sql<string>`any(${ids})`).modifyEnd(plannedOnce).execute()
  const byId = new Map(rows.map((row) => [row.id, documentOf(row)]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** 404 when there is none, or it is another member's than the path says. */
export async function getEnrolment(tx: Tx, id: string, ofMember?: string): Promise<Enrolment> {
  const row = await whole(tx).where('enrolment.id', '=', id).modifyEnd(plannedOnce).executeTakeFirst()
  if (row && ofMember && row.member !== ofMember) throw notFound('Enrollment')
  return documentOf(found(row, 'Enrollment'))
}

/** Who came to the last class of the course that was marked, of the days before this class. */
async function lastTimeOf(tx: Tx, { course, date }: ClassOfCourse): Promise<Students['lastTime']> {
  const marked = tx.read().selectFrom('attendance')
  const last = await marked
    .select(['class', 'classDate'])
    .where('course', '=', course)
    .where('classDate', '<', date)
    .orderBy('classDate', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
  if (!last) return null
  const rows = await marked
    .select('member')
    .where('class', '=', last.class)
    .where('status', '=', 'P')
    .orderBy('id')
    .modifyEnd(plannedOnce)
    .execute()
  return { date: last.classDate, present: rows.map(({ member }) => member) }
}

/** Who may be marked in a class: the active enrolments of its course. 404 for another centre's class. */
export async function studentsOf(tx: Tx, classId: string): Promise<Students> {
  const session = await classOf(tx, classId)
  const rows = await whole(tx)
    .where('enrolment.course', '=', unseen(session.course))
    .where('enrolment.isDisable', '=', false)
    .where('member.isDisable', '=', false)
    .orderBy(inCreditTypeOrder('enrolment'))
    .orderBy(anyCase('member.name'))
    .orderBy('enrolment.id')
    .modifyEnd(plannedOnce)
    .execute()
  const items = rows.map((row) => ({
    ...documentOf(row),
    member: { ...attendeeOf(tx, row), medical: row.medical },
  }))
  return { items, total: items.length, lastTime: await lastTimeOf(tx, session) }
}
