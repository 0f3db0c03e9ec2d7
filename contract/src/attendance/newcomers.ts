/** People who came to a class and are no members yet: noted at the mat, enrolled or charged by the desk. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { wholeNumber } from '../platform/number.ts'
import { day, emptyIsNone, id, ids, leniently, listOf, page, reference } from '../platform/query.ts'
import { attendanceMessages, attendanceRow } from './attendance.ts'
import { creditType, creditTypes } from './enrolments.ts'

/** Trial 2 needs an earlier trial of the same member. */
export const newcomerTypes = creditTypes.filter((type) => type !== 'trial2')

const newcomer = z.object({
  _id: z.string(),
  name: z.string(),
  phoneNo: z.string(),
  scheduledClass: z.string(),
  course: reference('name'),
  classDate: z.string(),
  creditType: z.enum(creditTypes),
  /** Credits that the class is to cost. */
  creditMinus: z.number(),
  /** Who is to pay, in the coach's words. */
  payer: z.string().nullable(),
  takeBy: z.string(),
  createdAt: z.string(),
})
export type Newcomer = z.output<typeof newcomer>

export const newcomerBody = z.object({
  name: text('Name', { required: 'Name is required', max: 200 }).schema,
  phoneNo: text('Phone No.', {
    required: 'Phone No. is required',
    pattern: [/^\d{10,12}$/, messages.badPhone],
    max: 30,
  }).schema,
  creditType: leniently(
    (given) => given,
    z.enum(newcomerTypes, { error: 'Credit type is required; a second trial needs a member' }),
  ),
  /** By default what the course charges for the credit type, 0 for a trial. */
  creditMinus: z.preprocess(emptyIsNone, wholeNumber({}).nullish()),
  payer: text('Who pays', { max: 100 }).schema,
})

export const dismissalBody = z.object({
  reason: longText('Reason', { required: 'Reason is required', max: 200 }).schema,
})

const newcomerSort = ['createdAt', 'name', 'phoneNo', 'course', 'classDate', 'creditMinus', 'takeBy'] as const

export const newcomers = {
  list: endpoint({
    method: 'GET',
    path: '/newcomer',
    may: ['attendance.mark', 'outStandingCredit.view'],
    summary: 'People who came to a class and are no members yet, until they are charged or dismissed; the oldest first',
    query: z.object({
      ...page(newcomerSort),
      course: ids().optional(),
      scheduledClass: id().optional(),
    }),
    result: listOf(newcomer),
  }),
  get: endpoint({
    method: 'GET',
    path: '/newcomer/:id',
    may: ['attendance.mark', 'outStandingCredit.view'],
    result: newcomer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/newcomer',
    may: 'attendance.mark',
    summary: 'Notes somebody who is no member in a class; nobody is charged until the desk does it',
    body: newcomerBody.extend({
      scheduledClass: id(attendanceMessages.selectClass),
      course: id().nullish(),
      classDate: day().nullish(),
    }),
    result: newcomer,
    confirm: messages.submit,
    done: 'Noted for the desk',
  }),
  charge: endpoint({
    method: 'PUT',
    path: '/newcomer/charge/:id',
    may: 'attendance.mark',
    summary:
      'Records the class for a member, newly enrolled or known, as a walk-in (needs membership edit), and ends the follow-up. Terms that are left out are those that were noted',
    body: z.object({
      member: id(attendanceMessages.selectMember),
      creditType: creditType().nullish(),
      creditMinus: z.preprocess(emptyIsNone, wholeNumber({}).nullish()),
      walletMember: z.preprocess(emptyIsNone, id().nullish()),
    }),
    result: attendanceRow,
    confirm: messages.submit,
    done: 'Attendance Recorded',
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/newcomer/dismiss/:id',
    may: 'attendance.mark',
    summary: 'Ends the follow-up without a charge; name and phone are forgotten, the reason stays in the audit trail',
    body: dismissalBody,
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to dismiss? This action cannot be undone.',
    done: 'Dismissed',
  }),
}
