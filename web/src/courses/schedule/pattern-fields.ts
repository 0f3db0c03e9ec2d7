import { weekdays } from '@academy/contract/courses/calendar.ts'
import { batchBody, patternBody, scheduleMessages } from '@academy/contract/courses/schedule.ts'
import { type Field, longText } from '@academy/contract/platform/field.ts'

const { mainInstructor, day, duration, assistantInstructor } = patternBody.shape

/** The fields of the scheduling dialogs, with the contract's rules. */
export const scheduleFields = {
  range: {
    kind: 'text',
    label: 'Apply Range',
    required: scheduleMessages.range,
    schema: batchBody.shape.range,
  },
  mainInstructor: {
    kind: 'references',
    label: 'Main Instructor',
    resource: 'coach',
    required: scheduleMessages.instructor,
    schema: mainInstructor,
  },
  day: { kind: 'choice', label: 'Training Day', required: scheduleMessages.day, schema: day },
  duration: {
    kind: 'text',
    label: 'Training Time Duration',
    required: scheduleMessages.duration,
    schema: duration,
  },
  assistantInstructor: {
    kind: 'references',
    label: 'Assistant Instructor',
    resource: 'coach',
    schema: assistantInstructor,
  },
  remark: longText('Remark', { max: 200 }),
} satisfies Record<string, Field>

/** Time, instructors and remark of one class. */
export const classBody = patternBody.omit({ day: true }).extend({ remark: scheduleFields.remark.schema })

/** Sunday first; the values are the server's weekday numbers. */
export const weekdayOptions = weekdays.map((label, value) => ({ value, label }))
