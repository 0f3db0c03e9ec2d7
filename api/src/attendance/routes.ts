import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Tx } from '../platform/data/index.ts'
import { apiModule, type Call, rehearse, stepwise } from '../platform/http/index.ts'
import { recordAttendance, takeAttendance } from './attendance.ts'
import { removeAttendance, updateAttendance } from './attendance-changes.ts'
import { attendanceById, attendanceByIds, attendanceList, attendanceVersion, rollOf } from './attendance-list.ts'
import { closeCases, closeCasesOf, closeOutstanding, reopenCases } from './open-cases.ts'
import { undoClass, undoRecord } from './undo.ts'

/** Open cases, the records of a member and those of classes each need their own permission. */
function needForList(tx: Tx, query: Call<typeof attendance.list>['query']): void {
  if (query.outstanding) tx.need('outStandingCredit.view')
  else if (query.member || query.walletMember) tx.need('membership.view')
  else tx.need('attendance.view')
}

export const attendanceModule = apiModule(
  attendance,
  {
    list: (tx, { query }) => {
      needForList(tx, query)
      return attendanceList(tx, query)
    },
    get: (tx, { params }) => attendanceById(tx, params.id),
    take: async (tx, { params, body }) => {
      const taken = await takeAttendance(tx, params.class, body)
      const roll = await rollOf(tx, taken.class)
      // The right to mark is no way to read who came, and what their wallets hold.
      const items = tx.by.can('attendance.view') ? roll.items : []
      return { ...roll, items, notRecorded: taken.notRecorded }
    },
    create: async (tx, { body }) => attendanceById(tx, await recordAttendance(tx, body)),
    update: async (tx, { params, body }) => {
      await updateAttendance(tx, params.id, body)
      return attendanceById(tx, params.id)
    },
    remove: async (tx, { params }) => {
      await removeAttendance(tx, params.id)
      return { _id: params.id }
    },
    closeOutstanding: async (tx, { params }) => {
      await closeOutstanding(tx, params.id)
      return attendanceById(tx, params.id)
    },
    closeSeveral: async (tx, { body }) => {
      const { closed, ...rest } = await closeCases(tx, body.ids)
      return { ...rest, closed: await attendanceByIds(tx, closed) }
    },
    closeOfWallet: (tx, { params }) => closeCasesOf(tx, params.member),
    rehearseUndoClass: stepwise((transact, { params }) => rehearse(transact, (tx) => undoClass(tx, params.class))),
    undoClass: (tx, { params }) => undoClass(tx, params.class),
    rehearseUndo: stepwise((transact, { params }) => rehearse(transact, (tx) => undoRecord(tx, params.id))),
    undo: (tx, { params }) => undoRecord(tx, params.id),
    reopen: async (tx, { params }) => ({
      reopened: await attendanceByIds(tx, await reopenCases(tx, params.settlement)),
    }),
  },
  {
    wallet_entry_once: 'This has been charged already',
    attendance_class_member_key: 'This member is on the roll already',
  },
  (tx, { id = '' }) => attendanceVersion(tx, id),
)
