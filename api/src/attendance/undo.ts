import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import { sql } from 'kysely'
import { lockClass, setAttendanceTaken } from '../courses/courses.ts'
import { areMembers } from '../members/members.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { reverseAll, watchWallets } from '../wallet/wallet.ts'
import {
  caseClosed,
  descriptionOf,
  type Locked,
  lockable,
  lockRow,
  removeAttendance,
  reversalOf,
} from './attendance-changes.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Names of those whose open case was closed since: the debit of the row was written together with that closing. */
async function closedSince(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select member.name from attendance
      join wallet_entry as paid on paid.id = attendance.entry
      join member on member.id = attendance.member
    where attendance.id = any(${ids}::uuid[]) and exists (
      select from audit_record where audit_record.at = paid.at and doc_type = 'attendance' and action = ${caseClosed}
        and doc_id = attendance.id::text)
    order by member.name, attendance.id`)
  return rows.map(({ name }) => name)
}

/** 409 where a record of the class has to stay, so that the class cannot be undone as a whole. */
async function refuseKept(tx: Tx, rows: readonly (Locked & { isDeleted: boolean })[]): Promise<void> {
  const advice = 'Delete the other records one by one.'
  if (rows.some(({ isDeleted }) => isDeleted))
    throw conflict(`A member of this class was deleted, whose attendance stays as it is. ${advice}`)
  const payers = rows.flatMap(({ entry, walletMember }) => (entry === null ? [] : [walletMember]))
  if (!(await areMembers(tx, payers)))
    throw conflict(`A member whose wallet paid was deleted, and that attendance stays as it is. ${advice}`)
  const closed = await closedSince(
    tx,
    rows.map(({ id }) => id),
  )
  if (closed.length > 0)
    throw conflict(
      `The outstanding case of ${closed.join(', ')} was closed since. Delete that record first, if its credit is to go back too.`,
    )
}

/**
 * Undoes the taking of a class: every record goes, what it cost goes back, and the class counts as not taken. All of it or
 * nothing. 404 for another centre's class, 409 without records and where one of them has to stay.
 */
export async function undoClass(tx: Tx, classId: string): Promise<UndoEffect> {
  const session = await lockClass(tx, classId)
  const rows = await lockable(tx).where('attendance.class', '=', session._id).orderBy('attendance.id').execute()
  if (rows.length === 0) throw conflict('No attendance of this class is recorded, or it was undone already')
  const paid = rows.flatMap((row) => (row.entry === null ? [] : [{ ...row, entry: row.entry }]))
  const { wallets, changes } = await watchWallets(
    tx,
    paid.map(({ walletMember }) => walletMember),
  )
  await refuseKept(tx, rows)
  await reverseAll(
    tx,
    paid.map((row) => reversalOf(row, row.entry, found(wallets.get(row.walletMember), 'Wallet'))),
  )
  const credits = paid.reduce((sum, { creditMinus }) => sum + creditMinus, 0)
  const open = rows.filter(({ outstanding }) => outstanding).length
  const figures = `${counted(rows.length, 'record', 'records')}, ${counted(credits, 'credit', 'credits')} back`
  const shared = { section: 'Attendance Records', docType: 'attendance' }
  await tx.change(
    [
      {
        ...shared,
        docId: session._id,
        action: 'Undone',
        description: `Undid the attendance of ${session.courseName} on ${displayDate(session.date)}: ${figures}`,
      },
      ...rows.map((row) => ({
        ...shared,
        docId: row.id,
        action: 'Deleted',
        description: `Deleted attendance with its class: ${descriptionOf(row)}`,
        from: { status: row.status === 'P' ? 'Present' : 'Absent', outStanding: row.outstanding },
      })),
    ],
    (on) => on().deleteFrom('attendance').where('class', '=', session._id).execute(),
  )
  await setAttendanceTaken(tx, session, false)
  return {
    lines: [
      `${session.courseName} on ${displayDate(session.date)}: ${counted(rows.length, 'mark is', 'marks are')} removed, ${counted(credits, 'credit goes', 'credits go')} back.`,
      ...(open > 0 ? [`${counted(open, 'outstanding case is', 'outstanding cases are')} dropped.`] : []),
      'The class counts as not marked and can be marked again.',
    ],
    wallets: await changes(),
    made: null,
  }
}

/** Undoes one record as deleting it does. 404 and 409 as there. */
export async function undoRecord(tx: Tx, id: string): Promise<UndoEffect> {
  const rows = tx.read().selectFrom('attendance').select('class').where('id', '=', id)
  await lockClass(tx, found(await rows.executeTakeFirst(), 'Attendance').class)
  const row = await lockRow(tx, id)
  const { changes } = await watchWallets(tx, row.entry === null ? [] : [row.walletMember])
  await removeAttendance(tx, id)
  return {
    lines: [
      `The record is removed: ${descriptionOf(row)}.`,
      ...(row.outstanding ? ['Its outstanding case is dropped.'] : []),
    ],
    wallets: await changes(),
    made: null,
  }
}
