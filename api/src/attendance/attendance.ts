import { attendanceMessages, type Mark, type NotRecorded } from '@academy/contract/attendance/attendance.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { type ClassOfCourse, type ClassPlace, lockClassOrSuccessor, setAttendanceTaken } from '../courses/courses.ts'
import { insertAll, plannedOnce, type Tx } from '../platform/data/index.ts'
import { conflict, type Detail, found, invalid } from '../platform/http/index.ts'
import { chargeAll, lockWallets } from '../wallet/wallet.ts'
import { causeOf, timesProblem } from './attendance-rules.ts'
import { alone, checkMarkContext, inList, type PathOf } from './mark-context.ts'
import { nobodyRecorded, whyNotRecorded } from './not-recorded.ts'
import type { NewAttendance } from './tables.ts'
import { type Attending, checkWalkIns, lockWalkIns, walkInsIn, walkInText } from './walk-ins.ts'

const markedIn = (tx: Tx, session: string) =>
  tx.read().selectFrom('attendance').select(['id', 'member']).where('class', '=', session)

async function markedMembers(tx: Tx, session: ClassOfCourse): Promise<Set<string>> {
  const rows = await markedIn(tx, session._id).modifyEnd(plannedOnce).execute()
  return new Set(rows.map((row) => row.member))
}

/** The active enrolments of members in a course, locked against being ended or changed meanwhile. */
async function studentsAmong(tx: Tx, course: string, members: string[]): Promise<Map<string, Attending>> {
  const rows = await tx
    .read()
    .selectFrom('enrolment')
    .innerJoin('member', 'member.id', 'enrolment.member')
    .select(['enrolment.id as enrolment', 'enrolment.member', 'member.name', 'enrolment.walletMember'])
    .select(['enrolment.creditType', 'enrolment.credit'])
    .where('enrolment.course', '=', course)
    .where('enrolment.member', '=', sql<string>`any(${members})`)
    .where('enrolment.isDisable', '=', false)
    .where('member.isDisable', '=', false)
    .where('member.isDeleted', '=', false)
    .orderBy('enrolment.id')
    .forShare('enrolment')
    .modifyEnd(plannedOnce)
    .execute()
  return new Map(rows.map((row) => [row.member, row]))
}

interface NewMark {
  /** Index in the body, for error paths. */
  index: number
  member: string
  isPresent: boolean
  /** `HH:mm`; of an absent member both are null. */
  checkIn: string | null
  checkOut: string | null
}

const newMark = (mark: Mark, index: number, starts: string): NewMark => {
  const isPresent = mark.status === 'P'
  return {
    index,
    member: mark.member,
    isPresent,
    checkIn: isPresent ? (mark.checkInTime ?? starts) : null,
    checkOut: isPresent ? (mark.checkOutTime ?? null) : null,
  }
}

/** Errors of the marks themselves, before any member is looked up. */
function problemsOf(marks: readonly NewMark[], pathOf: PathOf): Detail[] {
  const seen = new Set<string>()
  return marks.flatMap(({ index, member, checkIn, checkOut }) => {
    const isRepeated = seen.has(member)
    seen.add(member)
    if (isRepeated) return [{ path: `${pathOf(index)}member`, message: 'This member is in the list twice' }]
    const problem = timesProblem(checkIn, checkOut)
    return problem ? [{ path: `${pathOf(index)}checkOutTime`, message: problem }] : []
  })
}

/** Debits those present, or leaves the case outstanding when the wallet does not cover it; an absence costs nothing. */
async function rowsFor(
  tx: Tx,
  session: ClassOfCourse,
  marks: readonly NewMark[],
  students: ReadonlyMap<string, Attending>,
): Promise<NewAttendance[]> {
  const places = marks.flatMap((mark) => {
    const student = students.get(mark.member)
    return student ? [{ id: tx.newId(), mark, student, credit: mark.isPresent ? student.credit : 0 }] : []
  })
  const paid = places.filter(({ credit }) => credit > 0)
  const wallets = await lockWallets(
    tx,
    paid.map(({ student }) => student.walletMember),
  )
  const charged = await chargeAll(
    tx,
    paid.map(({ id, student, credit }) => ({
      wallet: found(wallets.get(student.walletMember), 'Wallet'),
      credit,
      cause: causeOf({ id, version: 1 }, session.courseName, session.date, {
        id: student.member,
        name: student.name,
      }),
    })),
  )
  const entries = new Map(paid.map(({ id }, index) => [id, charged[index] ?? null]))
  return places.map(({ id, mark, student, credit }) => {
    const entry = entries.get(id) ?? null
    return {
      id,
      class: session._id,
      course: session.course,
      member: student.member,
      enrolment: student.enrolment,
      walletMember: student.walletMember,
      creditType: student.creditType,
      status: mark.isPresent ? 'P' : 'A',
      classDate: session.date,
      checkIn: mark.checkIn,
      checkOut: mark.checkOut,
      creditMinus: student.credit,
      outstanding: credit > 0 && entry === null,
      version: entry === null ? 0 : 1,
      entry,
      takenBy: tx.by.userId,
      takenByName: tx.by.username,
      createdAt: tx.now,
      updatedAt: tx.now,
    }
  })
}

async function insertRows(
  tx: Tx,
  session: ClassOfCourse,
  rows: NewAttendance[],
  students: ReadonlyMap<string, Attending>,
  left: readonly NotRecorded[],
) {
  const names = (chosen: NewAttendance[]) => chosen.map((row) => students.get(row.member)?.name)
  const present = rows.filter((row) => row.status === 'P')
  const absent = rows.filter((row) => row.status === 'A')
  const outstanding = rows.filter((row) => row.outstanding)
  const walkIns = rows.flatMap((row) => (row.enrolment === null ? (students.get(row.member) ?? []) : []))
  const figures = [
    `${present.length} present (${outstanding.length} outstanding), ${absent.length} absent`,
    ...(walkIns.length > 0 ? [`${walkIns.length} walk-in`] : []),
    ...(left.length > 0 ? [`${left.length} not recorded`] : []),
  ].join(', ')
  await tx.change(
    {
      section: 'Mark Attendance',
      docType: 'attendance',
      docId: session._id,
      action: 'Attendance Recorded',
      description: `Took attendance of ${session.courseName} on ${displayDate(session.date)}: ${figures}`,
      to: {
        present: names(present),
        absent: names(absent),
        outstanding: names(outstanding),
        ...(walkIns.length > 0 ? { walkIns: walkIns.map(walkInText) } : {}),
        ...(left.length > 0 ? { notRecorded: left.map(({ name, reason }) => `${name ?? '-'}: ${reason}`) } : {}),
      },
    },
    (on) => insertAll(on(), 'attendance', rows).execute(),
  )
}

/** Course and date the marks were made for; all are of one class, so the first that has them is enough. */
function placeOf(marks: readonly Mark[]): ClassPlace | undefined {
  const { course, classDate: date } = marks.find((mark) => mark.course && mark.classDate) ?? {}
  return course && date ? { course, date } : undefined
}

export interface Taken {
  /** The class that was marked; not the one of the request, if that was rescheduled meanwhile. */
  class: string
  notRecorded: NotRecorded[]
}

/**
 * Marks a class. Members already on the roll stay as they are, so that a repeat changes nothing. Wallets are charged in
 * the order the members were sent. A member who cannot be recorded is named in the answer and stops no other.
 * 404 for another centre's class, 409 for one in the future and for marks made for another class, 400 at
 * `<index>.member` when nobody could be recorded.
 */
export async function takeAttendance(tx: Tx, classId: string, marks: readonly Mark[], pathOf = inList): Promise<Taken> {
  const session = await lockClassOrSuccessor(tx, classId, placeOf(marks))
  const actual = {
    class: classId.toLowerCase(),
    course: session.course,
    courseName: session.courseName,
    date: session.date,
  }
  await checkMarkContext(tx, marks, actual, pathOf)
  if (session.date > tx.today)
    throw conflict(`The class is on ${displayDate(session.date)} and cannot be marked before`)
  const marked = await markedMembers(tx, session)
  const fresh = marks
    .map((mark, index) => newMark(mark, index, session.starts))
    .filter((mark) => !marked.has(mark.member))
  if (fresh.length === 0) return { class: session._id, notRecorded: [] }
  const problems = problemsOf(fresh, pathOf)
  if (problems.length > 0) throw invalid(problems)
  const sent = fresh.map(({ member }) => member)
  const asWalkIns = walkInsIn(marks).filter(({ member }) => sent.includes(member))
  await lockWalkIns(tx, asWalkIns)
  const enrolled = await studentsAmong(tx, session.course, sent)
  const { walkIns, refused } = await checkWalkIns(
    tx,
    session.course,
    asWalkIns.filter(({ member }) => !enrolled.has(member)),
  )
  const students = new Map([...enrolled, ...walkIns])
  const missing = sent.filter((member) => !students.has(member))
  const left = await whyNotRecorded(tx, session, missing, refused)
  if (left.length === marks.length) throw nobodyRecorded(marks, left, refused, pathOf)
  const rows = await rowsFor(tx, session, fresh, students)
  if (rows.length > 0) {
    await insertRows(tx, session, rows, students, left)
    await setAttendanceTaken(tx, session, true)
  }
  return { class: session._id, notRecorded: left }
}

/**
 * One record, as taking its class makes it. 400 without a class or when the member cannot be recorded, 409 when the member
 * is on the roll already. Answers its id.
 */
export async function recordAttendance(tx: Tx, mark: Mark): Promise<string> {
  if (!mark.scheduledClass) throw invalid([{ path: 'scheduledClass', message: attendanceMessages.selectClass }])
  const session = await lockClassOrSuccessor(tx, mark.scheduledClass, placeOf([mark]))
  const marked = await markedMembers(tx, session)
  if (marked.has(mark.member)) throw conflict('This member is on the roll already')
  const taken = await takeAttendance(tx, mark.scheduledClass, [mark], alone)
  const { id } = await markedIn(tx, taken.class).where('member', '=', mark.member).executeTakeFirstOrThrow()
  return id
}
