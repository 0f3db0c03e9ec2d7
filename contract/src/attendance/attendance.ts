import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { choice } from '../platform/field.ts'
import { orTooMuch } from '../platform/plain-errors.ts'
import {
  dayRange,
  days,
  emptyIsNone,
  flag,
  id,
  ids,
  leniently,
  listOf,
  page,
  reference,
  someOf,
  time,
} from '../platform/query.ts'
import { undoOf } from '../wallet/undo.ts'
import { attendee } from './enrolments.ts'
import { markContext, named } from './mark-context.ts'
import { walkInTerms, withoutTerms } from './walk-ins.ts'

export const attendanceMessages = {
  selectMember: 'Please select a member.',
  selectMembers: 'Please select a member for all new attendance records.',
  checkIn: 'Check-in time is required',
  checkOut: 'Check-out cannot be before check-in',
  selectClass: 'Please select a class.',
  selectCase: 'Please select at least one case',
} as const

export const attendanceRow = z.object({
  _id: z.string(),
  member: attendee,
  walletMember: z.object({ _id: z.string(), name: z.string(), wallet: z.number() }),
  /** Null for a walk-in, who was marked without being enrolled. */
  enrollment: z.string().nullable(),
  creditType: z.string(),
  className: z.string(),
  status: z.enum(['P', 'A']),
  checkInTime: z.string().nullable(),
  checkOutTime: z.string().nullable(),
  classDate: z.string(),
  /** Credits the class costs this member: 0 while absent. */
  creditMinus: z.number(),
  /** Credits the class costs this member when present; the same while absent. */
  credit: z.number(),
  /** Whose wallet a change to present would debit now. */
  payer: z.object({ _id: z.string(), name: z.string(), wallet: z.number() }),
  /** Present but not yet paid for. */
  outStanding: z.boolean(),
  takeBy: z.string(),
  scheduledClass: z.string(),
  course: reference('name'),
  centre: reference('description').nullable(),
  mainInstructorInCharge: z.array(reference('name')),
  assistantInstructorIncharge: z.array(reference('name')),
  isMarkAttendance: z.boolean(),
  createdAt: z.string(),
})
export type AttendanceRow = z.output<typeof attendanceRow>

const mark = leniently(
  withoutTerms,
  z.object({
    member: id(attendanceMessages.selectMember),
    ...markContext,
    ...walkInTerms,
    status: choice('Status', ['P', 'A'], { required: 'Status is required' }).schema,
    checkInTime: z.preprocess(emptyIsNone, time().nullish()),
    checkOutTime: z.preprocess(emptyIsNone, time().nullish()),
  }),
)
export type Mark = z.output<typeof mark>

/** A member who was sent but could not be recorded. */
const notRecorded = z.object({
  member: z.string(),
  /** Null when the member was deleted. */
  name: z.string().nullable(),
  reason: z.string(),
  /** What to do about it. */
  advice: z.string(),
})
export type NotRecorded = z.output<typeof notRecorded>

/** The class's whole roll after marking. */
const roll = z.object({
  /** None for who may mark and not view. */
  items: z.array(attendanceRow),
  present: z.number(),
  absent: z.number(),
  outstanding: z.number(),
  notRecorded: z.array(notRecorded),
})

/** What closed several cases together; `reopen` undoes it. */
const settlement = z.string()

const attendanceSort = [
  'classDate',
  'member',
  'course',
  'className',
  'centre',
  'status',
  'checkInTime',
  'checkOutTime',
  'creditType',
  'enrollment',
  'credit',
  'creditMinus',
  'walletMember',
  'mainInstructorInCharge',
  'assistantInstructorIncharge',
  'outStanding',
  'takeBy',
  'createdAt',
] as const

const undoingClass = undoOf('/attendance/take/:class', {
  may: 'attendance.edit',
  summary:
    'Removes every record of a class and gives back what it cost, all or nothing; the class counts as not taken again. 409 where an open case of it was closed since',
  confirm: 'Are you sure to undo the attendance of this class?',
})

const undoingRecord = undoOf('/attendance/:id', {
  may: 'attendance.edit',
  summary: 'Removes one record and gives back what it cost, as deleting it does',
  confirm: 'Are you sure to undo this attendance?',
})

export const attendance = {
  list: endpoint({
    method: 'GET',
    path: '/attendance',
    may: ['attendance.view', 'outStandingCredit.view', 'membership.view'],
    summary: 'outstanding=true needs outStandingCredit view, member= needs membership view, otherwise attendance view',
    query: z.object({
      ...page(attendanceSort),
      limit: z.coerce.number().int().min(0).max(1000).default(50),
      ...dayRange,
      /** One day, or the first and the last: the same as startDate and endDate. */
      dates: days().optional(),
      member: ids().optional(),
      walletMember: ids().optional(),
      attendedOrPaidBy: ids().optional(),
      status: someOf(['P', 'A']).optional(),
      outstanding: flag().optional(),
      course: ids().optional(),
      markedBy: z.string().max(100).optional(),
      scheduledClass: ids().optional(),
      isMarkAttendance: flag().optional(),
    }),
    result: listOf(attendanceRow).extend({ present: z.number(), absent: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/attendance/:id',
    may: ['attendance.view', 'membership.view'],
    result: attendanceRow,
  }),
  take: endpoint({
    method: 'POST',
    path: '/attendance/take/:class',
    may: 'attendance.mark',
    status: 200,
    summary:
      'Course, date, class and enrollment may be sent with each mark; 409 when they are not those of the class and the member. A class that was replaced since is found again by course and date. Somebody who is not enrolled is a walk-in: sent with a credit type and no enrollment, by who may also edit memberships (membership edit)',
    body: z
      .array(mark, { error: orTooMuch(attendanceMessages.selectMembers) })
      .min(1, attendanceMessages.selectMembers)
      .max(1000),
    result: roll,
    confirm: 'Are you sure to submit?',
    done: 'Attendance Recorded',
  }),
  create: endpoint({
    method: 'POST',
    path: '/attendance',
    may: 'attendance.mark',
    summary:
      'One record of the class named as scheduledClass, as take does it; 409 when the member is on its roll already',
    body: mark,
    result: attendanceRow,
    confirm: 'Are you sure to submit?',
    done: 'Created',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/attendance/:id',
    may: 'attendance.edit',
    summary:
      'Member, enrollment, course, date and class may be sent; 409 when they are not those of the record. Present without a check-in takes the start of the class',
    body: z.object({
      member: named(),
      ...markContext,
      status: z.enum(['P', 'A']).optional(),
      checkInTime: z.preprocess(emptyIsNone, time().nullish()),
      checkOutTime: z.preprocess(emptyIsNone, time().nullish()),
    }),
    result: attendanceRow,
    confirm: 'Are you sure to update attendance record?',
    done: 'Updated',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attendance/:id',
    may: 'attendance.edit',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to delete? This action cannot be undone.',
    done: 'Deleted',
  }),
  closeOutstanding: endpoint({
    method: 'PUT',
    path: '/attendance/clearOutstanding/:id',
    may: 'outStandingCredit.view',
    body: z.object({ outStanding: z.literal(false, { error: 'An outstanding case can only be closed' }) }),
    result: attendanceRow,
    confirm: 'Are you sure to close outstanding case?',
    done: 'Closed',
  }),
  closeSeveral: endpoint({
    method: 'PUT',
    path: '/attendance/clearOutstanding',
    confirmed: true,
    may: 'outStandingCredit.view',
    summary:
      'Closes the cases named, the oldest first; of each that stays open the answer says why; 409 when none was closed',
    body: z.object({
      ids: z
        .array(id(attendanceMessages.selectCase), { error: orTooMuch(attendanceMessages.selectCase) })
        .min(1, attendanceMessages.selectCase)
        .max(1000),
    }),
    result: z.object({
      closed: z.array(attendanceRow),
      failed: z.array(z.object({ _id: z.string(), message: z.string() })),
      settlement,
    }),
    confirm: 'Are you sure to close the selected outstanding cases?',
  }),
  closeOfWallet: endpoint({
    method: 'PUT',
    path: '/attendance/clearOutstanding/wallet/:member',
    confirmed: true,
    may: 'outStandingCredit.view',
    summary: 'Closes the open cases a wallet covers, the oldest first; 409 when it covers none',
    body: z.object({ outStanding: z.literal(false, { error: 'An outstanding case can only be closed' }) }),
    result: z.object({ closed: z.number(), left: z.number(), wallet: z.number(), settlement }),
    confirm: 'Are you sure to close all outstanding cases the wallet covers?',
    done: 'Closed',
  }),
  rehearseUndoClass: undoingClass.rehearse,
  undoClass: undoingClass.undo,
  rehearseUndo: undoingRecord.rehearse,
  undo: undoingRecord.undo,
  reopen: endpoint({
    method: 'PUT',
    path: '/attendance/clearOutstanding/undo/:settlement',
    confirmed: true,
    may: 'outStandingCredit.view',
    summary:
      'Opens again all that one settlement closed, and gives the credits back; 409 when one of the cases has changed since',
    result: z.object({ reopened: z.array(attendanceRow) }),
    confirm: 'Are you sure to reopen the outstanding cases?',
    done: 'Reopened',
  }),
}
