import { type attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { isTrial } from '@academy/contract/attendance/enrolments.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { classOf, lockClass, setAttendanceTaken } from '../courses/courses.ts'
import { areMembers, isMember, lockMembers } from '../members/members.ts'
import { seesCentre, type Tx, updateAll } from '../platform/data/index.ts'
import { type Call, conflict, found, invalid, notFound } from '../platform/http/index.ts'
import { charge, type LockedWallet, lockWallet, lockWallets, reverseAll } from '../wallet/wallet.ts'
import { causeOf, timesProblem } from './attendance-rules.ts'
import { currentPayer, mayPay } from './current-payer.ts'
import { checkMissedTrial } from './enrolments/enrolments.ts'
import { alone, checkMarkContext } from './mark-context.ts'
import type { AttendanceRecord } from './tables.ts'

type Edit = Call<typeof attendance.update>['body']
/** The action in the audit record of a closed case; undoing a class asks for it. */
export const caseClosed = 'Closed'

/** A row locked until the transaction ends, with the names for its descriptions. */
export type Locked = AttendanceRecord & { name: string; courseName: string }
/** The columns that a later change may write. */
export type State = Pick<
  AttendanceRecord,
  'status' | 'checkIn' | 'checkOut' | 'outstanding' | 'version' | 'entry' | 'walletMember' | 'settlement'
>

const section = 'Attendance Records'
const docType = 'attendance'

/** Rows to lock, of any centre and of deleted members too. */
export const lockable = (tx: Tx) =>
  tx
    .read()
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.member')
    .innerJoin('course', 'course.id', 'attendance.course')
    .selectAll('attendance')
    .select(['member.name', 'member.isDeleted', 'course.name as courseName', 'course.centre'])
    .forUpdate('attendance')

/** One row, locked. 404 when there is none or it is another centre's, 409 when its member was deleted. */
export async function lockRow(tx: Tx, id: string): Promise<Locked> {
  const row = await lockable(tx).where('attendance.id', '=', id).executeTakeFirst()
  const { centre, isDeleted, ...locked } = found(row, 'Attendance')
  if (!seesCentre(tx, centre)) throw notFound('Attendance')
  if (isDeleted) throw conflict('The member was deleted; its attendance stays as it is')
  return locked
}

/** The cause of a row's debit; `version` counts its debits. */
export const causeOfDebit = (row: Locked, version: number) =>
  causeOf({ id: row.id, version }, row.courseName, row.classDate, { id: row.member, name: row.name })

/** Gives back what the rows cost, those that cost anything. 409 when a member whose wallet paid was deleted. */
export async function reverseDebits(tx: Tx, rows: readonly Locked[]): Promise<void> {
  const debits = rows.flatMap((row) => (row.entry === null ? [] : [{ row, entry: row.entry, payer: row.walletMember }]))
  if (debits.length === 0) return
  const payers = debits.map(({ payer }) => payer)
  const wallets = await lockWallets(tx, payers)
  await reverseAll(
    tx,
    debits.map(({ row, entry, payer }) => reversalOf(row, entry, found(wallets.get(payer), 'Wallet'))),
  )
  // Checked under the wallets' locks, which the deletion of a member takes as well.
  if (!(await areMembers(tx, payers)))
    throw conflict('The member whose wallet paid was deleted; this attendance stays as it is')
}

/** What gives back the debit of a row. */
export function reversalOf(row: Locked, entry: string, wallet: LockedWallet) {
  const cause = causeOfDebit(row, row.version)
  return { wallet, entry, kind: 'attendance-reversed' as const, cause: { ...cause, key: `${cause.key}/reversed` } }
}

/** The member did not come after all: the debit is reversed or the open case dropped, and both times are cleared. */
async function toAbsent(tx: Tx, row: Locked): Promise<State> {
  await reverseDebits(tx, [row])
  return { ...stateOf(row), status: 'A', checkIn: null, checkOut: null, outstanding: false, entry: null }
}

/**
 * The member came after all, at the start of the class unless a time is sent: debited at the price recorded then, from
 * the wallet that pays now, or outstanding.
 */
async function toPresent(tx: Tx, row: Locked, sent: Edit): Promise<State> {
  await checkMissedTrial(tx, row)
  const checkIn = sent.checkInTime ?? (await classOf(tx, row.class)).starts
  const { walletMember } = await payerOf(tx, row.id)
  const version = row.version + 1
  const credit = row.creditMinus
  const cause = causeOfDebit(row, version)
  const entry = credit > 0 ? await charge(tx, await lockWallet(tx, walletMember), { credit, cause }) : null
  if (credit > 0 && !(await isMember(tx, walletMember)))
    throw conflict('The member whose wallet would pay was deleted; this attendance stays as it is')
  return {
    status: 'P',
    checkIn,
    checkOut: sent.checkOutTime ?? null,
    outstanding: credit > 0 && entry === null,
    version: entry === null ? row.version : version,
    entry,
    walletMember,
    settlement: null,
  }
}

/** Whose wallet would pay now. 409 when the wallet a walk-in named is no longer that of a parent of the member. */
async function payerOf(tx: Tx, id: string): Promise<{ walletMember: string }> {
  const { name, ...paying } = await tx
    .read()
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.member')
    .leftJoin('enrolment', 'enrolment.id', 'attendance.enrolment')
    .select(['member.name', currentPayer.as('walletMember'), mayPay.as('mayPay')])
    .where('attendance.id', '=', id)
    .executeTakeFirstOrThrow()
  if (!paying.mayPay)
    throw conflict(
      `The wallet that was chosen does not pay for ${name} any more; delete the attendance and add it again`,
    )
  return paying
}

/** The member stays present: only the times change. */
function timesOf(row: Locked, sent: Edit): State {
  if (sent.checkInTime === null) throw invalid([{ path: 'checkInTime', message: attendanceMessages.checkIn }])
  return {
    ...stateOf(row),
    checkIn: sent.checkInTime ?? row.checkIn,
    checkOut: sent.checkOutTime === undefined ? row.checkOut : sent.checkOutTime,
  }
}

export const stateOf = ({
  status,
  checkIn,
  checkOut,
  outstanding,
  version,
  entry,
  walletMember,
  settlement,
}: State): State => ({
  status,
  checkIn,
  checkOut,
  outstanding,
  version,
  entry,
  walletMember,
  settlement,
})

const auditValues = ({ status, checkIn, checkOut, outstanding }: State) => ({
  status: status === 'P' ? 'Present' : 'Absent',
  checkInTime: checkIn,
  checkOutTime: checkOut,
  outStanding: outstanding,
})

export const descriptionOf = ({ name, enrolment, courseName, classDate }: Locked) =>
  `${name}${enrolment === null ? ' (walk-in)' : ''}, ${courseName} on ${displayDate(classDate)}`

/** A row's next state, and the words of its audit record. */
export interface Change {
  row: Locked
  next: State
  description: string
}

/** Writes the next state of rows, each with its audit record. */
export async function store(tx: Tx, action: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx.change(
    changes.map(({ row, next, description }) => ({
      ...{ section, docType, docId: row.id, action, description },
      ...{ from: auditValues(row), to: auditValues(next) },
    })),
    (on) =>
      updateAll(
        'attendance',
        changes.map(({ row, next }) => ({ id: row.id, ...next, updatedAt: tx.now })),
      ).execute(on()),
  )
}

async function nextState(tx: Tx, row: Locked, sent: Edit): Promise<State> {
  const status = sent.status ?? row.status
  if (status === 'P') return row.status === 'P' ? timesOf(row, sent) : toPresent(tx, row, sent)
  if (row.status === 'P') return toAbsent(tx, row)
  if (sent.status === undefined && (sent.checkInTime || sent.checkOutTime))
    throw conflict(`${row.name} is absent and has no times`)
  return stateOf(row)
}

/** Sets present to absent or back, or changes the times only. */
export async function updateAttendance(tx: Tx, id: string, sent: Edit): Promise<void> {
  const rows = tx.read().selectFrom('attendance')
  const wanted = rows.select(['member', 'creditType']).where('id', '=', id)
  const mark = found(await wanted.executeTakeFirst(), 'Attendance')
  // Trials are counted under the member's lock, which comes before that of the row; by then it may be absent.
  if (sent.status === 'P' && isTrial(mark.creditType)) await lockMembers(tx, [mark.member])
  const row = await lockRow(tx, id)
  const { course, courseName, classDate } = row
  if (sent.member && sent.member !== row.member)
    throw conflict(`This record is that of ${row.name}`, [
      { path: 'member', message: `This record is that of ${row.name}` },
    ])
  // An edit may name the enrolment alone; it is checked against the member of the row.
  const made = { ...sent, member: row.member }
  await checkMarkContext(tx, [made], { class: row.class, course, courseName, date: classDate }, alone)
  const next = await nextState(tx, row, sent)
  const problem = timesProblem(next.checkIn, next.checkOut)
  if (problem) throw invalid([{ path: 'checkOutTime', message: problem }])
  if (JSON.stringify(next) === JSON.stringify(stateOf(row))) return
  await store(tx, 'Updated', [{ row, next, description: `Updated attendance: ${descriptionOf(row)}` }])
}

/** Removes a row and gives back what it cost; when it was the class's last one, the class counts as not taken again. */
export async function removeAttendance(tx: Tx, id: string): Promise<void> {
  const rows = tx.read().selectFrom('attendance')
  const place = found(await rows.select('class').where('id', '=', id).executeTakeFirst(), 'Attendance')
  const session = await lockClass(tx, place.class)
  const row = await lockRow(tx, id)
  await reverseDebits(tx, [row])
  await tx.change(
    {
      section,
      docType,
      docId: id,
      action: 'Deleted',
      description: `Deleted attendance: ${descriptionOf(row)}`,
      from: auditValues(row),
    },
    (on) => on().deleteFrom('attendance').where('id', '=', id).execute(),
  )
  const left = await rows.select('id').where('class', '=', session._id).limit(1).executeTakeFirst()
  if (!left) await setAttendanceTaken(tx, session, false)
}
