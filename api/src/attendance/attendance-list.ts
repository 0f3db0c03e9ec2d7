import type { AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { sql } from 'kysely'
import { instructorNames, instructorsOf } from '../courses/courses.ts'
import {
  anyCase,
  checkRange,
  inCallersCentres,
  inOrderOf,
  isId,
  likePattern,
  maybeEmpty,
  orderBy,
  plannedOnce,
  rowMeant,
  type Sortable,
  type Tx,
  unseen,
} from '../platform/data/index.ts'
import { type Call, found, invalid } from '../platform/http/index.ts'
import { attendeeColumns, attendeeOf } from './attendee.ts'
import { currentPayer } from './current-payer.ts'
import { inCreditTypeOrder } from './enrolments/credit-types.ts'

type Filters = Call<typeof attendance.list>['query']

const sortable: Sortable = {
  classDate: 'attendance.classDate',
  member: anyCase('member.name'),
  course: anyCase('course.name'),
  className: anyCase('course.name'),
  centre: maybeEmpty(anyCase('centre.description')),
  status: 'attendance.status',
  checkInTime: maybeEmpty('attendance.checkIn'),
  checkOutTime: maybeEmpty('attendance.checkOut'),
  creditType: inCreditTypeOrder('attendance'),
  /** The screens show an enrolment by its credit type. */
  enrollment: inCreditTypeOrder('attendance'),
  credit: 'attendance.creditMinus',
  creditMinus: sql`case when attendance.status = 'P' then attendance.credit_minus else 0 end`,
  walletMember: anyCase('payer.name'),
  mainInstructorInCharge: maybeEmpty(instructorNames('attendance', 'mainInstructor')),
  assistantInstructorIncharge: maybeEmpty(instructorNames('attendance', 'assistantInstructor')),
  outStanding: 'attendance.outstanding',
  takeBy: anyCase('attendance.takenByName'),
  createdAt: 'attendance.createdAt',
}

const visible = (tx: Tx) =>
  tx
    .read()
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.member')
    .innerJoin('course', 'course.id', 'attendance.course')
    .where(inCallersCentres(tx, 'course.centre'))

/**
 * The same rows to be filtered, counted and put in order. Each has its members and course; joined from the left, those that
 * no condition needs are left out by PostgreSQL, and a million rows are counted in half the time.
 */
const listed = (tx: Tx) =>
  tx
    .read()
    .selectFrom('attendance')
    .leftJoin('member', 'member.id', 'attendance.member')
    .leftJoin('course', 'course.id', 'attendance.course')
    .leftJoin('member as payer', 'payer.id', 'attendance.walletMember')
    .where(inCallersCentres(tx, 'course.centre'))

interface Payer {
  id: string
  name: string
  balance: number
}

/**
 * The current payer of a row, planned apart (`offset 0`): PostgreSQL weighs the orders in which the tables of a query can
 * be joined, and for ten of them that took twenty times as long as reading the page.
 */
const nextPayer = sql<Payer>`(
  select payer.id, payer.name, wallet.balance
  from (select) as one
  left join enrolment on enrolment.id = attendance.enrolment
  join member as payer on payer.id = ${currentPayer}
  join wallet on wallet.member = payer.id
  offset 0)`
const balance = sql<number>`(select balance from wallet where wallet.member = attendance.wallet_member)`

const whole = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('member as payer', 'payer.id', 'attendance.walletMember')
    .innerJoinLateral(nextPayer.as('nextPayer'), (join) => join.onTrue())
    .leftJoin('centre', 'centre.id', 'course.centre')
    .leftJoin('belt', 'belt.id', 'member.belt')
    .select([
      'attendance.id',
      'attendance.member',
      'attendance.walletMember',
      'attendance.enrolment',
      'attendance.class',
    ])
    .select(['attendance.creditType', 'attendance.creditMinus', 'attendance.status', 'attendance.outstanding'])
    .select(['attendance.classDate', 'attendance.checkIn', 'attendance.checkOut', 'attendance.course'])
    .select(['attendance.takenByName', 'attendance.createdAt'])
    .select(attendeeColumns)
    .select(['course.name as courseName', 'course.centre', 'centre.description as centreName'])
    .select(['payer.name as payerName', balance.as('balance'), 'nextPayer.id as nextPayerId'])
    .select(['nextPayer.name as nextPayerName', 'nextPayer.balance as nextBalance'])
    .select([
      instructorsOf('attendance', 'mainInstructor').as('mainCoaches'),
      instructorsOf('attendance', 'assistantInstructor').as('assistantCoaches'),
    ])

/** Ids only, with what a list is sorted by; the page is read in full afterwards, by a query that is planned once. */
const ids = (query: ReturnType<typeof listed>) =>
  query.leftJoin('centre', 'centre.id', 'course.centre').select('attendance.id')

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

const documentOf = (tx: Tx, row: Whole): AttendanceRow => ({
  _id: row.id,
  member: attendeeOf(tx, row),
  walletMember: { _id: row.walletMember, name: row.payerName, wallet: row.balance },
  enrollment: row.enrolment,
  creditType: row.creditType,
  className: row.courseName,
  status: row.status,
  checkInTime: row.checkIn,
  checkOutTime: row.checkOut,
  classDate: row.classDate,
  creditMinus: row.status === 'P' ? row.creditMinus : 0,
  credit: row.creditMinus,
  payer: { _id: row.nextPayerId, name: row.nextPayerName, wallet: row.nextBalance },
  outStanding: row.outstanding,
  takeBy: row.takenByName,
  scheduledClass: row.class,
  course: { _id: row.course, name: row.courseName },
  centre: row.centre === null || row.centreName === null ? null : { _id: row.centre, description: row.centreName },
  mainInstructorInCharge: row.mainCoaches,
  assistantInstructorIncharge: row.assistantCoaches,
  isMarkAttendance: true,
  createdAt: row.createdAt,
})

function filtered(tx: Tx, filters: Filters) {
  let query = listed(tx)
  // Whose wallet an open case waits for is looked for too; of a record, who was there.
  const course = { 'attendance.course': 'course' }
  const matches = rowMeant(tx.by, filters.searchText, {
    member: 'attendance.member',
    names: filters.outstanding ? { ...course, 'attendance.walletMember': 'member' } : course,
  })
  if (matches) query = query.where(matches)
  if (filters.startDate) query = query.where('attendance.classDate', '>=', filters.startDate)
  if (filters.endDate) query = query.where('attendance.classDate', '<=', filters.endDate)
  if (filters.member?.length) query = query.where('attendance.member', 'in', filters.member)
  if (filters.walletMember?.length) query = query.where('attendance.walletMember', 'in', filters.walletMember)
  const either = filters.attendedOrPaidBy
  if (either?.length)
    query = query.where((is) =>
      is.or([is('attendance.member', 'in', either), is('attendance.walletMember', 'in', either)]),
    )
  if (filters.status?.length) query = query.where('attendance.status', 'in', filters.status)
  if (filters.outstanding !== undefined) query = query.where('attendance.outstanding', '=', filters.outstanding)
  if (filters.course?.length) query = query.where('attendance.course', 'in', filters.course)
  const { markedBy } = filters
  if (markedBy)
    query = isId(markedBy)
      ? query.where('attendance.takenBy', '=', markedBy)
      : query.where('attendance.takenByName', 'ilike', likePattern(markedBy))
  if (filters.scheduledClass?.length) query = query.where('attendance.class', 'in', filters.scheduledClass)
  // All rows come from marking a class, so none match false.
  if (filters.isMarkAttendance === false || filters.isDisable) query = query.where(sql<boolean>`false`)
  return query
}

const counts = (query: ReturnType<typeof listed>) =>
  query
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where attendance.status = 'P'))::int`.as('present'),
      sql<number>`(count(*) filter (where attendance.status = 'A'))::int`.as('absent'),
    ])
    .executeTakeFirstOrThrow()

/** Records come newest class first, open cases oldest first, in the order they are closed. */
const defaultOrder = (filters: Filters) => [{ field: 'classDate', descending: filters.outstanding !== true }]

/** Attendance of all classes; totals of present and absent over all that match. */
export async function attendanceList(tx: Tx, { dates, ...sent }: Filters) {
  const filters = dates ? { ...sent, startDate: dates[0], endDate: dates[1] } : sent
  checkRange(filters)
  if (filters.limit === 0 && filters.scheduledClass?.length !== 1)
    throw invalid([{ path: 'limit', message: 'Please choose a class: all records are listed of one class only' }])
  const query = filtered(tx, filters)
  const ordered = orderBy(ids(query), filters.sort, sortable, defaultOrder(filters), 'attendance.id').offset(
    filters.offset,
  )
  const page = await (filters.limit === 0 ? ordered : ordered.limit(filters.limit)).execute()
  const { total, present, absent } = await counts(query)
  const rows = await attendanceByIds(
    tx,
    page.map(({ id }) => id),
  )
  return { items: inOrderOf(page, rows), total, present, absent }
}

/** The whole roll of a class, in the order of marking. */
export async function rollOf(tx: Tx, classId: string) {
  const rows = await whole(visible(tx))
    .where('attendance.class', '=', unseen(classId))
    .orderBy('attendance.id')
    .modifyEnd(plannedOnce)
    .execute()
  const count = (is: (row: Whole) => boolean) => rows.filter(is).length
  return {
    items: rows.map((row) => documentOf(tx, row)),
    present: count((row) => row.status === 'P'),
    absent: count((row) => row.status === 'A'),
    outstanding: count((row) => row.outstanding),
  }
}

/** The rows that the caller may see, oldest class first. */
export async function attendanceByIds(tx: Tx, ids: readonly string[]): Promise<AttendanceRow[]> {
  if (ids.length === 0) return []
  const rows = await whole(visible(tx))
    .where('attendance.id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('attendance.classDate')
    .orderBy('attendance.id')
    .modifyEnd(plannedOnce)
    .execute()
  return rows.map((row) => documentOf(tx, row))
}

/** Undefined when there is none, or it is another centre's. */
export async function attendanceVersion(tx: Tx, id: string): Promise<string | undefined> {
  const row = visible(tx).where('attendance.id', '=', id).select(sql<string>`attendance.row_version`.as('version'))
  return (await row.modifyEnd(plannedOnce).executeTakeFirst())?.version
}

/** 404 when there is none, or it is another centre's. */
export async function attendanceById(tx: Tx, id: string): Promise<AttendanceRow> {
  const row = await whole(visible(tx)).where('attendance.id', '=', id).modifyEnd(plannedOnce).executeTakeFirst()
  return documentOf(tx, found(row, 'Attendance'))
}
