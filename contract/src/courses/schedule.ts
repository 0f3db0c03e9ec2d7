import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText } from '../platform/field.ts'
import { bool, day, flag, id, ids, listOf, page, reference } from '../platform/query.ts'
import { assignBody, batchBody, pattern, patternBody, scheduleYear as year } from './pattern.ts'

export { assignBody, batchBody, patternBody, scheduleMessages } from './pattern.ts'

const person = reference('name')

const plan = {
  /** 0 is Sunday. */
  day: z.number(),
  duration: z.string(),
  mainInstructor: z.array(person),
  assistantInstructor: z.array(person),
}

export const scheduledYear = z.object({
  _id: z.string(),
  course: z.object({ _id: z.string(), name: z.string(), pictureDIR: z.string().nullable() }),
  year: z.number(),
  ...plan,
  /** Of most of the next eight classes that are no replacements: since a Batch Update that may be another plan than the year's. Null without one. */
  next: z.object(plan).nullable(),
  totalClass: z.number(),
  pendingReplacementClass: z.number(),
  pendingReplacementClassDate: z.array(z.string()),
  /** Reassign is refused once any class of the year has attendance. */
  hasAttendance: z.boolean(),
  /** Overlaps of an instructor: a warning, not an error. */
  warnings: z.array(z.string()),
})
export type ScheduledYear = z.output<typeof scheduledYear>

export const classSession = z.object({
  _id: z.string(),
  date: z.string(),
  year: z.number(),
  day: z.number(),
  duration: z.string(),
  course: z.object({ _id: z.string(), name: z.string(), pictureDIR: z.string().nullable() }),
  mainInstructor: z.array(person),
  assistantInstructor: z.array(person),
  isReplacement: z.boolean(),
  isAttendanceTaken: z.boolean(),
  replacementDate: z.string().nullable(),
  remark: z.string().nullable(),
  /** The holiday the class falls on, if any. */
  holiday: z.string().nullable(),
  /** Another class of the course that day, or of an instructor at that time: a warning, not an error. */
  warnings: z.array(z.string()),
})
export type ClassSession = z.output<typeof classSession>

const remark = longText('Remark').schema
/** The specification sends an empty replacement date as the text null. */
const replacementDate = z.preprocess((given) => (given === 'null' || given === '' ? null : given), day().nullish())

const dated = {
  date: day('Date is required'),
  duration: pattern.duration.optional(),
  mainInstructor: pattern.mainInstructor.optional(),
  assistantInstructor: pattern.assistantInstructor,
  remark,
}

export const replacementBody = z.object({
  course: id('Course is required'),
  year,
  ...dated,
  replacementDate,
  force: bool().optional(),
})

/** Of the document as it was read; another one is refused. */
const unchanged = { course: id().optional(), year: year.optional() }

/** Only the fields sent change. */
export const classChangeBody = z.object({
  ...dated,
  ...unchanged,
  date: day().optional(),
  replacementDate,
  force: bool().optional(),
})

const yearSort = [
  'course',
  'year',
  'day',
  'duration',
  'mainInstructor',
  'assistantInstructor',
  'totalClass',
  'pendingReplacementClass',
  'hasAttendance',
] as const

const classSort = [
  'date',
  'year',
  'day',
  'duration',
  'course',
  'mainInstructor',
  'assistantInstructor',
  'isReplacement',
  'isAttendanceTaken',
  'replacementDate',
  'remark',
  'holiday',
] as const

const yearAsked = z.coerce.number().int().min(1900).max(2200)

export const schedule = {
  years: endpoint({
    method: 'GET',
    path: '/course-scheduled-year',
    may: ['scheduling.view', 'attendance.view'],
    query: z.object({
      ...page(yearSort),
      year: yearAsked.optional(),
      course: ids().optional(),
      instructor: ids().optional(),
      courseIsDisable: flag().optional(),
    }),
    result: listOf(scheduledYear),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/course-scheduled-year',
    may: 'scheduling.edit',
    summary:
      'Creates the classes, one a week, but for holidays. pendingReplacementClass and pendingReplacementClassDate may be sent: they are counted here, whatever they say',
    body: assignBody,
    result: scheduledYear,
    confirm: 'Are you sure to submit?',
    done: 'Scheduled',
  }),
  updateYear: endpoint({
    method: 'PUT',
    path: '/course-scheduled-year/:id',
    confirmed: true,
    may: 'scheduling.edit',
    summary:
      'Time and instructors of the year and of its pending dates and classes without attendance that have not their own; another weekday is a Reassign',
    body: patternBody.partial().extend(unchanged),
    result: scheduledYear,
    confirm: 'Are you sure to submit?',
    done: 'Updated',
  }),
  reassign: endpoint({
    method: 'POST',
    path: '/course-scheduled-year/:id/:course',
    confirmed: true,
    may: 'scheduling.edit',
    status: 200,
    body: assignBody.partial({ course: true, year: true }),
    result: scheduledYear,
    confirm: 'Are you sure to re-schedule this class? The taken attendance classes will not been affected',
    done: 'Re-scheduled',
  }),
  addDates: endpoint({
    method: 'POST',
    path: '/class/schedule/:course',
    may: 'scheduling.edit',
    summary:
      'Dates of a scheduled year, by the id of the course or of that year. What is there already stays; 409 when an entry differs from it. A new date on a holiday only with force',
    body: z.object({
      year,
      schedule: z
        .array(z.object({ ...dated, force: bool().optional() }))
        .min(1, 'Please choose at least one date')
        .max(366),
    }),
    result: listOf(classSession),
    confirm: 'Are you sure to submit?',
    done: 'Scheduled',
  }),
  batchUpdate: endpoint({
    method: 'PUT',
    path: '/class/batch/update',
    confirmed: true,
    may: 'scheduling.edit',
    body: batchBody,
    result: scheduledYear,
    confirm: 'Are you sure to submit?',
    done: 'Updated',
  }),
  classes: endpoint({
    method: 'GET',
    path: '/class',
    may: ['scheduling.view', 'attendance.view'],
    query: z.object({
      ...page(classSort),
      course: ids().optional(),
      /** Of the year's schedule, or held in the year: a schedule begins on the last day of the year before. */
      year: yearAsked.optional(),
      /** With a year, that month of the calendar. */
      month: z.coerce.number().int().min(1).max(12).optional(),
      date: day().optional(),
      courseIsDisable: flag().optional(),
      /** Over, with students and not marked: of the month that is asked for, else of the last 30 days, as the menu counts them. */
      unmarked: flag().optional(),
    }),
    result: listOf(classSession),
  }),
  get: endpoint({
    method: 'GET',
    path: '/class/:id',
    may: ['scheduling.view', 'attendance.view'],
    result: classSession,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/class',
    may: 'scheduling.edit',
    summary:
      'One replacement class; it takes the pending date it names, left out the one that waits longest, and with null none, in a year that has a class. On a holiday only with force',
    body: replacementBody,
    result: classSession,
    confirm: 'Are you sure to add this class?',
    done: 'Added',
  }),
  updateClass: endpoint({
    method: 'PUT',
    path: '/class/:id',
    may: 'scheduling.edit',
    body: classChangeBody,
    result: classSession,
    confirm: 'Are you sure to update this class?',
    done: 'Updated',
  }),
  cancelClass: endpoint({
    method: 'DELETE',
    path: '/class/:id',
    may: 'scheduling.edit',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to cancel this class?',
    done: 'Cancelled',
  }),
}
