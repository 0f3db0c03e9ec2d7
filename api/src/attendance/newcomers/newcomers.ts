import { type CreditType, creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import type { Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { courseForEnrolment, lockClassOrSuccessor } from '../../courses/courses.ts'
import {
  anyCase,
  inCallersCentres,
  orderBy,
  paged,
  type Sortable,
  search,
  seesCentre,
  type Tx,
} from '../../platform/data/index.ts'
import { type Call, type Conflicts, conflict, found, notFound } from '../../platform/http/index.ts'
import { recordAttendance } from '../attendance.ts'
import { creditFor } from '../enrolments/enrolments.ts'

export const newcomerConflicts: Conflicts = {
  newcomer_once: { path: 'name', message: 'This person is noted for the class already' },
}

const sortable: Sortable = {
  createdAt: 'newcomer.createdAt',
  name: anyCase('newcomer.name'),
  phoneNo: 'newcomer.phoneNo',
  course: anyCase('course.name'),
  classDate: 'newcomer.classDate',
  creditMinus: 'newcomer.creditMinus',
  takeBy: anyCase('newcomer.takenByName'),
}

const whole = (tx: Tx) =>
  tx
    .read()
    .selectFrom('newcomer')
    .innerJoin('course', 'course.id', 'newcomer.course')
    .selectAll('newcomer')
    .select(['course.name as courseName', 'course.centre'])

type Whole = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number]

const documentOf = (row: Whole): Newcomer => ({
  _id: row.id,
  name: row.name,
  phoneNo: row.phoneNo,
  scheduledClass: row.class,
  course: { _id: row.course, name: row.courseName },
  classDate: row.classDate,
  creditType: row.creditType,
  creditMinus: row.creditMinus,
  payer: row.payer,
  takeBy: row.takenByName,
  createdAt: row.createdAt,
})

/** The oldest first, of the caller's centres. */
export async function listNewcomers(tx: Tx, filters: Call<typeof newcomers.list>['query']) {
  const seen = whole(tx).where(inCallersCentres(tx, 'course.centre'))
  let query = search(seen, filters.searchText, ['newcomer.name', 'newcomer.phoneNo', 'course.name'])
  if (filters.course?.length) query = query.where('newcomer.course', 'in', filters.course)
  if (filters.scheduledClass) query = query.where('newcomer.class', '=', filters.scheduledClass)
  const oldestFirst = [{ field: 'createdAt', descending: false }]
  const { items, total } = await paged(orderBy(query, filters.sort, sortable, oldestFirst, 'newcomer.id'), filters)
  return { items: items.map(documentOf), total }
}

/** 404 when there is none, it was seen to, or it is another centre's. */
export async function newcomerById(tx: Tx, id: string): Promise<Newcomer> {
  const row = found(await whole(tx).where('newcomer.id', '=', id).executeTakeFirst(), 'Newcomer')
  if (!seesCentre(tx, row.centre)) throw notFound('Newcomer')
  return documentOf(row)
}

const about = (docId: string, action: string, description: string) => ({
  ...{ section: 'Mark Attendance', docType: 'newcomer', docId, action, description },
})

const placeText = ({ courseName, date }: { courseName: string; date: string }) =>
  `${courseName} on ${displayDate(date)}`

/** 404 for another centre's class, 409 for one in the future and for somebody who is noted already. */
export async function noteNewcomer(tx: Tx, body: Call<typeof newcomers.create>['body']): Promise<string> {
  const { scheduledClass, course, classDate, name, phoneNo, creditType, payer } = body
  const place = course && classDate ? { course, date: classDate } : undefined
  const session = await lockClassOrSuccessor(tx, scheduledClass, place)
  if (session.date > tx.today)
    throw conflict(`The class is on ${displayDate(session.date)} and cannot be marked before`)
  const id = tx.newId()
  const creditMinus = creditFor(
    await courseForEnrolment(tx, session.course),
    creditType,
    body.creditMinus,
    'creditMinus',
  )
  const terms = `${creditTypeLabels[creditType]}, ${creditMinus} credits`
  await tx.change(about(id, 'Created', `Noted a newcomer in ${placeText(session)}: ${terms}`), (on) =>
    on()
      .insertInto('newcomer')
      .values({
        ...{ id, name, phoneNo, creditType, creditMinus, payer: payer ?? null },
        ...{ class: session._id, course: session.course, classDate: session.date },
        ...{ takenBy: tx.by.userId, takenByName: tx.by.username, createdAt: tx.now },
      })
      .execute(),
  )
  return id
}

/** Locked, so that two at the desk do not both charge. */
async function lockNewcomer(tx: Tx, id: string): Promise<Newcomer> {
  const lock = tx.read().selectFrom('newcomer').select('id').where('id', '=', id).forUpdate()
  found(await lock.executeTakeFirst(), 'Newcomer')
  return newcomerById(tx, id)
}

/** Nothing is kept of somebody who was seen to: a member has it, or it is nobody's business. */
const forget = (tx: Tx, id: string, action: string, description: string) =>
  tx.change(about(id, action, description), (on) => on().deleteFrom('newcomer').where('id', '=', id).execute())

interface Charge {
  member: string
  creditType?: CreditType | null | undefined
  creditMinus?: number | null | undefined
  walletMember?: string | null | undefined
}

/**
 * Records the class for a member as a walk-in, paid or outstanding, and answers the record's id. 409 when the member is on
 * the roll already; what a walk-in may not do is refused as there.
 */
export async function chargeNewcomer(tx: Tx, id: string, sent: Charge): Promise<string> {
  const newcomer = await lockNewcomer(tx, id)
  const row = await recordAttendance(tx, {
    member: sent.member,
    enrollment: null,
    course: newcomer.course._id,
    scheduledClass: newcomer.scheduledClass,
    classDate: newcomer.classDate,
    status: 'P',
    checkInTime: null,
    checkOutTime: null,
    creditType: sent.creditType ?? newcomer.creditType,
    creditMinus: sent.creditMinus ?? (sent.creditType ? null : newcomer.creditMinus),
    walletMember: sent.walletMember ?? null,
  })
  const { name: courseName } = newcomer.course
  const [member] = await tx.read().selectFrom('member').select('name').where('id', '=', sent.member).execute()
  const words = `Charged the class of a newcomer to ${member?.name}: ${placeText({ courseName, date: newcomer.classDate })}`
  await forget(tx, id, 'Updated', words)
  return row
}

/** The reason is told in the audit trail alone. */
export async function dismissNewcomer(tx: Tx, id: string, reason: string): Promise<void> {
  const { course, classDate } = await lockNewcomer(tx, id)
  const place = placeText({ courseName: course.name, date: classDate })
  await forget(tx, id, 'Deleted', `Dismissed a newcomer of ${place}: ${reason}`)
}
