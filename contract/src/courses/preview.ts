import { z } from 'zod'
import { holidayEntry } from '../holidays/holidays.ts'
import { endpoint } from '../platform/endpoint.ts'
import { day, id, listOf, reference } from '../platform/query.ts'
import { assignBody, batchBody, classChangeBody, classSession, patternBody, replacementBody } from './schedule.ts'

const person = reference('name')
const classId = z.object({ id: id('Class is required') })

/** One replacement of several; time and instructors default to those of the class it makes up for. */
const replacementItem = replacementBody
  .pick({ date: true, duration: true, mainInstructor: true, assistantInstructor: true, remark: true })
  .partial({ remark: true })
  .extend({ replacementDate: day('Date is required') })

const replacementsBody = z.object({
  course: id('Course is required'),
  year: replacementBody.shape.year,
  replacements: z.array(replacementItem).min(1, 'Please choose at least one date').max(366),
})

/** Any change of a schedule, with the body of its own endpoint. */
export const dryRunBody = z.discriminatedUnion(
  'action',
  [
    assignBody.extend({ action: z.literal('assign') }),
    patternBody.extend({ action: z.literal('reassign'), id: id('Schedule is required') }),
    batchBody.extend({ action: z.literal('batch') }),
    replacementBody.extend({ action: z.literal('replace') }),
    replacementsBody.extend({ action: z.literal('replaceAll') }),
    classChangeBody.extend({ action: z.literal('update'), ...classId.shape }),
    classId.extend({ action: z.literal('cancel') }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'What to rehearse is required' : undefined) },
)
export type DryRunBody = z.output<typeof dryRunBody>

const slot = z.object({
  date: z.string(),
  duration: z.string(),
  mainInstructor: z.array(person),
  assistantInstructor: z.array(person),
  remark: z.string().nullable(),
})
export type Slot = z.output<typeof slot>

const pair = z.object({ from: slot, to: slot })

/** What a change does to a course's year. */
const scheduleDiff = z.object({
  added: z.array(slot),
  /** To another day or another time. */
  moved: z.array(pair),
  /** On the day and at the time they were, with other instructors or another remark. */
  changed: z.array(pair),
  removed: z.array(slot),
  /** Classes in the range that stay because attendance was taken. */
  kept: z.array(slot),
  pendingBefore: z.array(z.string()),
  pendingAfter: z.array(z.string()),
  /** Overlaps that were not there before, and days of a plan on which a class was cancelled. */
  warnings: z.array(z.string()),
})
export type ScheduleDiff = z.output<typeof scheduleDiff>

const proposal = z.object({
  date: z.string(),
  duration: z.string(),
  sameMonth: z.boolean(),
  sameWeekday: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

const proposed = z.object({
  /** The pending date. */
  date: z.string(),
  duration: z.string(),
  mainInstructor: z.array(person),
  assistantInstructor: z.array(person),
  /** The first choice that no earlier pending date has as its best. */
  best: proposal.nullable(),
  /** Best first, `best` among them. */
  proposals: z.array(proposal),
})
export type Proposed = z.output<typeof proposed>

const courseOf = z.object({ _id: z.string(), name: z.string() })
const touched = z.object({
  course: courseOf,
  date: z.string(),
  duration: z.string(),
  holidayName: z.string(),
})

const touchedClass = touched.extend({
  _id: z.string(),
  isAttendanceTaken: z.boolean(),
  /** Staff put it on the holiday on purpose. */
  isReplacement: z.boolean(),
})
const freedClass = touched.extend({ scheduledYear: z.string() })
export type TouchedClass = z.output<typeof touchedClass>
export type FreedClass = z.output<typeof freedClass>

const holidayTouch = z.object({
  /** Classes on holidays, those with attendance included. */
  classes: z.array(touchedClass),
  /** Pending classes that a holiday took which has been removed since; of a day each at its time. */
  freed: z.array(freedClass),
})
export type HolidayTouch = z.output<typeof holidayTouch>

const yearParams = z.object({ year: z.coerce.number().int().min(1900).max(2200) })

/** Previews of schedule changes, and bulk changes that resolve what they show. */
export const schedulePreview = {
  dryRun: endpoint({
    method: 'POST',
    path: '/class/rehearse',
    may: 'scheduling.edit',
    status: 200,
    summary: 'What a change of the schedule would do: done and undone again, nothing stays',
    body: dryRunBody,
    result: scheduleDiff,
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/course-scheduled-year/:id/proposals',
    may: 'scheduling.edit',
    summary: 'Days for the pending replacement classes: same month first, same weekday and time, coach and centre free',
    result: z.object({ items: z.array(proposed) }),
  }),
  replaceAll: endpoint({
    method: 'POST',
    path: '/class/replacements',
    may: 'scheduling.edit',
    summary: 'Several replacement classes, all or none',
    body: replacementsBody,
    result: listOf(classSession),
    confirm: 'Are you sure to add these classes?',
    done: 'Added',
  }),
  holidayTouch: endpoint({
    method: 'POST',
    path: '/class/holiday/:year/touched',
    may: 'scheduling.view',
    status: 200,
    summary: 'The classes of all courses that the holidays of a year touch, those given or those stored',
    params: yearParams,
    body: z.object({ holiday: z.array(holidayEntry).max(200).nullish() }),
    result: holidayTouch,
  }),
  mendHolidays: endpoint({
    method: 'PUT',
    path: '/class/holiday/:year',
    confirmed: true,
    may: 'scheduling.edit',
    summary: 'Cancels classes on holidays into pending replacements, and brings back what a holiday had taken',
    params: yearParams,
    body: z.object({
      cancel: z.array(id()).max(1000).nullish(),
      bringBack: z
        .array(
          z.object({
            scheduledYear: id(),
            date: day('Date is required'),
            duration: patternBody.shape.duration.optional(),
          }),
        )
        .max(1000)
        .nullish(),
    }),
    result: z.object({ cancelled: z.number(), broughtBack: z.number() }),
    confirm: 'Are you sure to submit?',
    done: 'Updated',
  }),
}
