import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText, optionalReference } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { wholeNumber } from '../platform/number.ts'
import { orTooMuch } from '../platform/plain-errors.ts'
import { bool, flag, id, ids, leniently, listOf, page, person, reference, someOf } from '../platform/query.ts'

/** In the order the attendance view shows them. */
export const creditTypes = ['special', 'normal2', 'normal', 'free', 'trial1', 'trial2'] as const
export type CreditType = (typeof creditTypes)[number]

export const creditTypeLabels: Record<CreditType, string> = {
  special: 'Special',
  normal2: 'Normal Credit 2',
  normal: 'Normal',
  free: 'Free',
  trial1: 'Trial 1',
  trial2: 'Trial 2',
}

/** The specification calls Normal Credit 2 both `normal2` and `normal1`. */
export const creditType = (message = 'Credit type is required') =>
  leniently((given) => (given === 'normal1' ? 'normal2' : given), z.enum(creditTypes, { error: message }))

/** In their order: the second is had after the first. */
export const trialTypes = ['trial1', 'trial2'] as const
export type TrialType = (typeof trialTypes)[number]
export const isTrial = (creditType: string): creditType is TrialType => trialTypes.some((type) => type === creditType)

/** What one class of a course costs by credit type; null where the course has none. */
export type CourseCredits = Record<Exclude<CreditType, TrialType>, number | null>

/** The cost of one class in credits: the course's value, 0 for a trial, null where the course has none. */
export const creditOf = (course: CourseCredits, creditType: CreditType): number | null =>
  isTrial(creditType) ? 0 : course[creditType]

const payer = z.object({ _id: z.string(), name: z.string(), wallet: z.number(), hasOutstanding: z.boolean() })

export const enrolment = z.object({
  _id: z.string(),
  member: person(),
  course: reference('name'),
  creditType: z.enum(creditTypes),
  /** Credits one attended class costs. */
  credit: z.number(),
  remark: z.string().nullable(),
  walletMember: payer,
  isDisable: z.boolean(),
  /** A trial that is finished; its credit type, credit and remark are locked. */
  isDone: z.boolean(),
  is_protected: z.boolean(),
  /** It has attendance: it can be disabled, but not deleted. */
  isAttended: z.boolean(),
  createdAt: z.string(),
})
export type Enrolment = z.output<typeof enrolment>

/** A member on a roll, with what distinguishes two of the same name. */
export const attendee = z.object({
  _id: z.string(),
  name: z.string(),
  chName: z.string().nullable(),
  dob: z.string().nullable(),
  thumbnail: z.string().nullable(),
  belt: reference('beltColor').nullable(),
  /** Empty unless a child. */
  parents: z.array(reference('name')),
})
export type Attendee = z.output<typeof attendee>

/** An active enrolment as the marking form shows it; the medical note is null for who may not read it. */
export const student = enrolment.extend({ member: attendee.extend({ medical: z.string().nullable() }) })
export type Student = z.output<typeof student>

/** What the enrolment form sends. */
export const enrolmentBody = z.object({
  member: id('Member is required'),
  course: id('Course is required'),
  creditType: creditType(),
  /** Credits of one class. */
  credit: wholeNumber({ required: 'Credit is required' }),
  remark: longText('Remark', { max: 200 }).schema,
  /** The wallet that pays; required when a dependent child has several parents. */
  walletMember: optionalReference('Wallet', 'member').schema,
})

const nobodyChosen = 'Please select at least one member'

/** What enrols several members in one course alike; a trial, and the wallet of a child with several parents, are chosen for each. */
export const severalBody = enrolmentBody.pick({ course: true, credit: true }).extend({
  creditType: creditType().refine((type) => !isTrial(type), 'A trial is enrolled member by member'),
  members: z
    .array(id(), { error: orTooMuch(nobodyChosen) })
    .min(1, nobodyChosen)
    .max(100),
})

const enrolmentSort = [
  'course',
  'member',
  'creditType',
  'credit',
  'remark',
  'walletMember',
  'isDisable',
  'isDone',
  'createdAt',
] as const

export const enrolments = {
  list: endpoint({
    method: 'GET',
    path: '/enrollment',
    may: 'membership.view',
    query: z.object({
      ...page(enrolmentSort),
      member: ids().optional(),
      course: ids().optional(),
      walletMember: ids().optional(),
      creditType: someOf(['normal1', ...creditTypes]).optional(),
      active: flag().optional(),
    }),
    result: listOf(enrolment),
  }),
  get: endpoint({ method: 'GET', path: '/enrollment/:id', may: 'membership.view', result: enrolment }),
  create: endpoint({
    method: 'POST',
    path: '/enrollment',
    may: 'membership.edit',
    body: enrolmentBody,
    result: enrolment,
    confirm: messages.submit,
    done: 'Registered',
  }),
  createSeveral: endpoint({
    method: 'POST',
    path: '/enrollment/several',
    may: 'membership.edit',
    summary: 'Enrols each member by itself; of each who could not be the answer says why',
    body: severalBody,
    result: z.object({
      enrolled: z.array(enrolment),
      failed: z.array(z.object({ _id: z.string(), message: z.string() })),
    }),
    confirm: messages.submit,
    done: 'Registered',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/enrollment/:id',
    may: ['membership.edit', 'membership.done'],
    summary:
      'isDisable true on an active trial marks it done, which needs membership done; everything else membership edit',
    body: enrolmentBody.extend({ isDisable: bool() }).partial(),
    result: enrolment,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/enrollment/:id',
    may: 'membership.edit',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
  countTrial: endpoint({
    method: 'GET',
    path: '/enrollment/count-trial/:member/:course',
    may: 'membership.view',
    result: z.object({ count: z.number() }),
  }),
  excludedCourses: endpoint({
    method: 'GET',
    path: '/enrollment/excuded-course/:member',
    may: 'membership.view',
    result: z.object({ items: z.array(z.string()) }),
  }),
  students: endpoint({
    method: 'GET',
    path: '/enrollment/attendance/students/:class',
    may: 'attendance.view',
    result: listOf(student).extend({
      /** The course's last class before this one that was marked: its day, and the members who were present. */
      lastTime: z.object({ date: z.string(), present: z.array(z.string()) }).nullable(),
    }),
  }),
}

/** The same enrolments under a member's own paths. */
export const memberClasses = {
  listAll: endpoint({ ...enrolments.list, path: '/member/member-classes', may: 'membership.view' }),
  list: endpoint({ ...enrolments.list, path: '/member/:id/member-classes', may: 'membership.view' }),
  get: endpoint({ ...enrolments.get, path: '/member/:id/member-classes/:cid' }),
  create: endpoint({
    ...enrolments.create,
    path: '/member/:id/member-classes',
    body: enrolmentBody.omit({ member: true }),
  }),
  update: endpoint({ ...enrolments.update, path: '/member/:id/member-classes/:cid' }),
  remove: endpoint({ ...enrolments.remove, path: '/member/:id/member-classes/:cid' }),
}
