import {
  type CreditType,
  creditOf,
  creditTypeLabels,
  isTrial,
  trialTypes,
} from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'
import { type CourseForEnrolment, courseForEnrolment } from '../../courses/courses.ts'
import { lockMember, payersOf, walletPayer } from '../../members/members.ts'
import { editAction, isUnchanged, requireCentres, type Tx } from '../../platform/data/index.ts'
import { type Conflicts, conflict, found, invalid, notFound, refuseOther } from '../../platform/http/index.ts'
import type { EnrolmentRecord } from '../tables.ts'

const section = 'Enrollment'

export const enrolmentConflicts: Conflicts = {
  enrolment_one_active: { path: 'course', message: 'This member is already enrolled in the course' },
  attendance_enrolment_fkey: 'This enrollment has attendance; disable it instead',
}

const refuse = (path: string, message: string) => conflict(message, [{ path, message }])

/**
 * How many trials of a course a member has had: enrolments of these types, running ones included, and attendance without
 * one, of a walk-in who came or before the enrolment became another. The enrolment `except` is left out.
 */
export async function countTrials(
  tx: Tx,
  member: string,
  course: string,
  { except, types = trialTypes }: { except?: string | undefined; types?: readonly CreditType[] } = {},
): Promise<number> {
  const trialsIn = (table: 'enrolment' | 'attendance') =>
    tx
      .read()
      .selectFrom(table)
      .where('member', '=', member)
      .where('course', '=', course)
      .where('creditType', 'in', types)
      .select(sql<number>`count(*)::int`.as('count'))
  let enrolled = trialsIn('enrolment')
  if (except) enrolled = enrolled.where('id', '!=', except)
  const walkIns = trialsIn('attendance').where('enrolment', 'is', null).where('status', '=', 'P')
  let retyped = tx
    .read()
    .selectFrom('attendance')
    .innerJoin('enrolment', 'enrolment.id', 'attendance.enrolment')
    .where('attendance.member', '=', member)
    .where('attendance.course', '=', course)
    .where('attendance.status', '=', 'P')
    .where('attendance.creditType', 'in', types)
    .where('enrolment.creditType', 'not in', trialTypes)
    .select(sql<number>`count(distinct enrolment.id)::int`.as('count'))
  if (except) retyped = retyped.where('enrolment.id', '!=', except)
  let sum = 0
  for (const query of [enrolled, walkIns, retyped]) sum += (await query.executeTakeFirstOrThrow()).count
  return sum
}

/** Trial 1 is the first, trial 2 the second and last, with its own permission. Call with the member locked. */
export async function checkTrial(
  tx: Tx,
  enrolment: { creditType: CreditType; member: string; course: string },
  except?: string,
) {
  if (!isTrial(enrolment.creditType)) return
  if (enrolment.creditType === 'trial2') tx.need('membership.trial')
  const count = await countTrials(tx, enrolment.member, enrolment.course, { except })
  if (enrolment.creditType === 'trial1' && count > 0)
    throw refuse('creditType', 'This member has had a trial of this course already')
  if (enrolment.creditType === 'trial2' && count !== 1)
    throw refuse(
      'creditType',
      count === 0
        ? 'Trial 2 needs an earlier trial of this course'
        : 'This member has had both trials of this course already',
    )
}

/**
 * A trial that was missed is had after all: the member has no other of its type, and not both. 409 else. Its own enrolment
 * counts by itself while it is a trial. Call with the member locked.
 */
export async function checkMissedTrial(
  tx: Tx,
  mark: { creditType: CreditType; member: string; course: string; enrolment: string | null; name: string },
) {
  const { creditType, member, course, name } = mark
  if (!isTrial(creditType)) return
  const own = tx.read().selectFrom('enrolment').select('creditType').where('id', '=', mark.enrolment)
  const enrolled = await own.executeTakeFirst()
  if (enrolled && isTrial(enrolled.creditType)) return
  const except = mark.enrolment ?? undefined
  const [same, all] = [
    await countTrials(tx, member, course, { except, types: [creditType] }),
    await countTrials(tx, member, course, { except }),
  ]
  if (same > 0 || all > 1) throw conflict(`${name} has had that trial of this course since`)
}

/** The credit sent, else what the course asks for the type; 400 at `path` without either. */
export function creditFor(
  course: CourseForEnrolment,
  creditType: CreditType,
  sent: number | null | undefined,
  path = 'credit',
): number {
  const credit = sent ?? creditOf(course.credits, creditType)
  if (credit === null) throw invalid([{ path, message: 'Credit is required' }])
  return credit
}

/** An active member's name and whose wallet pays. 400 at walletMember when several parents could and none is chosen, 409 when the payer is disabled. */
export async function payerFor(tx: Tx, member: string, chosen: string | null | undefined) {
  const { name, payers } = await payersOf(tx, member)
  if (!chosen && payers.filter((payer) => !payer.isDisable).length > 1)
    throw invalid([{ path: 'walletMember', message: 'Please select the wallet that pays' }])
  return { name, payer: await walletPayer(tx, member, chosen ?? undefined) }
}

export interface NewEnrolment {
  member: string
  course: string
  creditType: CreditType
  /** Credits of one class. */
  credit: number
  remark?: string | null
  walletMember?: string | null
}

/** The course to enroll in. 404, 403 for one of another centre, 409 when disabled. */
export async function openCourse(tx: Tx, id: string): Promise<CourseForEnrolment> {
  const course = await courseForEnrolment(tx, id)
  requireCentres(tx, `enroll somebody in ${course.name}`, course.centre)
  if (course.isDisable) throw refuse('course', `${course.name} is disabled`)
  return course
}

/** Enrols a member in a course and answers the enrolment's id. 409 when already enrolled, disabled, or out of trials. */
export async function enrol(tx: Tx, draft: NewEnrolment): Promise<string> {
  const { name } = await lockMember(tx, draft.member)
  const { payer } = await payerFor(tx, draft.member, draft.walletMember)
  const course = await openCourse(tx, draft.course)
  await checkTrial(tx, draft)
  const row: EnrolmentRecord = {
    id: tx.newId(),
    member: draft.member,
    course: draft.course,
    creditType: draft.creditType,
    credit: draft.credit,
    remark: draft.remark ?? null,
    walletMember: payer._id,
    isDisable: false,
    isDone: false,
    isProtected: false,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  const description = `Enrolled ${name} in ${course.name}, ${creditTypeLabels[row.creditType]}, ${row.credit} credits`
  await tx.change(
    { section, docType: 'enrollment', docId: row.id, action: 'Created', description, to: auditValues(row) },
    (on) => on().insertInto('enrolment').values(row).execute(),
  )
  return row.id
}

/** For the audit trail: the credit type by its label. */
const auditValues = (row: EnrolmentRecord) => ({ ...row, creditType: creditTypeLabels[row.creditType] })

/** Locks the member, then the enrolment: the order everywhere, so that no two calls wait for each other. */
async function lockEnrolment(tx: Tx, id: string, ofMember?: string) {
  const enrolments = tx.read().selectFrom('enrolment').selectAll().where('id', '=', id)
  const { member } = found(await enrolments.executeTakeFirst(), 'Enrollment')
  if (ofMember && member !== ofMember) throw notFound('Enrollment')
  const { name } = await lockMember(tx, member)
  return { name, enrolment: found(await enrolments.forUpdate().executeTakeFirst(), 'Enrollment') }
}

const isFinished = ({ creditType, isDisable }: { creditType: CreditType; isDisable: boolean }) =>
  isTrial(creditType) && isDisable

interface EnrolmentEdit {
  member?: string
  course?: string
  creditType?: CreditType
  credit?: number
  remark?: string | null
  walletMember?: string | null
  isDisable?: boolean
}

/** Merges what was sent. Marking a trial as done needs membership.done, anything else membership.edit. */
export async function updateEnrolment(tx: Tx, id: string, edit: EnrolmentEdit, ofMember?: string): Promise<void> {
  const { name, enrolment: before } = await lockEnrolment(tx, id, ofMember)
  refuseOther('an enrollment', { ...edit }, { member: before.member, course: before.course })
  const course = await courseForEnrolment(tx, before.course)
  requireCentres(tx, `change an enrollment in ${course.name}`, course.centre)
  const creditType = edit.creditType ?? before.creditType
  const retyped = creditType !== before.creditType
  const after = {
    creditType,
    credit: retyped ? creditFor(course, creditType, edit.credit) : (edit.credit ?? before.credit),
    remark: edit.remark === undefined ? before.remark : edit.remark,
    walletMember: before.walletMember,
    isDisable: edit.isDisable ?? before.isDisable,
  }
  const finishing = isFinished(after) && !isFinished(before)
  if (isFinished(before)) refuseFinished(before, after)
  if (finishing) tx.need('membership.done')
  if (retyped) await checkTrial(tx, { ...before, creditType }, id)
  const enabling = before.isDisable && !after.isDisable
  if (enabling && course.isDisable) throw refuse('course', `${course.name} is disabled`)
  if (enabling || (edit.walletMember && edit.walletMember !== before.walletMember)) {
    const chosen = edit.walletMember ?? (await previousPayer(tx, before))
    after.walletMember = (await payerFor(tx, before.member, chosen)).payer._id
  }
  if (!finishing || hasOtherChanges(before, after)) tx.need('membership.edit')
  if (isUnchanged(before, after)) return
  await tx.change(
    {
      section,
      docType: 'enrollment',
      docId: id,
      action: finishing ? 'Done' : 'Updated',
      description: describe(before, after, `${name} in ${course.name}`),
      from: auditValues(before),
      to: auditValues({ ...before, ...after, isDone: isFinished(after) }),
    },
    (on) =>
      on()
        .updateTable('enrolment')
        .set({ ...after, isDone: isFinished(after), updatedAt: tx.now })
        .where('id', '=', id)
        .execute(),
  )
}

type State = Pick<EnrolmentRecord, 'creditType' | 'credit' | 'remark' | 'walletMember' | 'isDisable'>

const hasOtherChanges = (before: State, after: State) =>
  after.creditType !== before.creditType ||
  after.credit !== before.credit ||
  after.remark !== before.remark ||
  after.walletMember !== before.walletMember

function refuseFinished(before: State, after: State) {
  const isSame =
    after.creditType === before.creditType && after.credit === before.credit && after.remark === before.remark
  if (!isSame) throw conflict('The trial is done; its credit type, credit and remark are locked')
  if (!after.isDisable) throw conflict('The trial is done and cannot be enabled again')
}

/** The wallet an enrolment paid from, if it may still: a parent may have gone, or the child become independent. */
async function previousPayer(tx: Tx, { member, walletMember }: EnrolmentRecord): Promise<string | undefined> {
  const { payers } = await payersOf(tx, member)
  return payers.some(({ _id, isDisable }) => _id === walletMember && !isDisable) ? walletMember : undefined
}

function describe(before: State, after: State, what: string): string {
  if (isFinished(after) && !isFinished(before)) return `Marked the trial of ${what} as done`
  return `${editAction(before, after)} the enrollment of ${what}`
}

/** Removes an enrolment that nobody has attended with. 409 with attendance, for a trial that is done, and protected. */
export async function removeEnrolment(tx: Tx, id: string, ofMember?: string): Promise<void> {
  const { name, enrolment } = await lockEnrolment(tx, id, ofMember)
  const course = await courseForEnrolment(tx, enrolment.course)
  requireCentres(tx, `delete an enrollment in ${course.name}`, course.centre)
  if (enrolment.isProtected) throw conflict('This enrollment is protected')
  if (isFinished(enrolment)) throw conflict('A trial that is done cannot be deleted, it counts')
  const attended = await tx
    .read()
    .selectFrom('attendance')
    .select('id')
    .where('enrolment', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (attended) throw conflict('This enrollment has attendance; disable it instead')
  const description = `Deleted the enrollment of ${name}`
  await tx.change(
    { section, docType: 'enrollment', docId: id, action: 'Deleted', description, from: auditValues(enrolment) },
    (on) => on().deleteFrom('enrolment').where('id', '=', id).execute(),
  )
}

/** Courses in which a member has an active enrolment. */
export async function enrolledCourses(tx: Tx, member: string): Promise<string[]> {
  const rows = await tx
    .read()
    .selectFrom('enrolment')
    .select('course')
    .where('member', '=', member)
    .where('isDisable', '=', false)
    .orderBy('course')
    .execute()
  return rows.map(({ course }) => course)
}
