import { z } from 'zod'
import { memberDetail, members } from '../members/members.ts'
import { endpoint } from '../platform/endpoint.ts'
import {
  boolean,
  maybe,
  optionalInteger,
  optionalReference,
  picture,
  references,
  switchedOff,
  text,
} from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { wholeNumber } from '../platform/number.ts'
import { bool, duration, flag, id, ids, listOf, page, reference } from '../platform/query.ts'

/** The course form. Centre and sport, Special and Free are required unless the course is unlimited. */
export const courseFields = {
  name: text('Name', { required: messages.required, max: 100, isUnique: true }),
  courseType: optionalReference('Class Type', 'course-type'),
  centre: optionalReference('Centre', 'centre'),
  sport: optionalReference('Sport', 'sport'),
  unlimited: boolean('Unlimited'),
  normal: {
    ...optionalInteger('Normal'),
    required: messages.required,
    hint: 'What one attended class costs, in credits.',
  },
  normal2: { ...optionalInteger('Normal Credit 2'), required: messages.required },
  special: optionalInteger('Special'),
  free: optionalInteger('Free'),
  duration: { kind: 'text' as const, label: 'Training Time Duration', schema: maybe(duration()) },
  mainInstructor: references('Main Instructor', 'coach'),
  assistantInstructor: references('Assistant Instructor', 'coach'),
  picture: picture('Picture'),
}

const credits = wholeNumber({ required: messages.required })

const fields = z.object({
  name: courseFields.name.schema,
  courseType: courseFields.courseType.schema,
  centre: courseFields.centre.schema,
  sport: courseFields.sport.schema,
  unlimited: bool().nullish(),
  normal: credits,
  normal2: credits,
  special: courseFields.special.schema,
  free: courseFields.free.schema,
  duration: courseFields.duration.schema,
  mainInstructor: courseFields.mainInstructor.schema,
  assistantInstructor: courseFields.assistantInstructor.schema,
  isDisable: switchedOff(),
})

/** Which of a whole course's fields are missing, given whether it is unlimited: path and message. */
export function missingOf(course: Record<string, unknown>): { path: string; message: string }[] {
  if (course.unlimited === true) return []
  return ['centre', 'sport', 'special', 'free']
    .filter((path) => course[path] === undefined || course[path] === null)
    .map((path) => ({ path, message: messages.required }))
}

const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reports all missing fields together with the invalid ones. */
export const courseBody = fields.superRefine(
  (course, context) => {
    for (const { path, message } of missingOf(course)) context.addIssue({ code: 'custom', path: [path], message })
  },
  { when: isForm },
)

const person = reference('name')

export const course = z.object({
  _id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  pictureDIR: z.string().nullable(),
  thumbnail: z.string().nullable(),
  sport: reference('description').nullable(),
  courseType: reference('description').nullable(),
  centre: reference('description').nullable(),
  normal: z.number(),
  normal2: z.number(),
  special: z.number().nullable(),
  free: z.number().nullable(),
  unlimited: z.boolean(),
  duration: z.string().nullable(),
  mainInstructor: z.array(person),
  assistantInstructor: z.array(person),
  isDisable: z.boolean(),
  is_protected: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Course = z.output<typeof course>

const courseSort = [
  'name',
  'sport',
  'courseType',
  'centre',
  'normal',
  'normal2',
  'special',
  'free',
  'unlimited',
  'duration',
  'mainInstructor',
  'assistantInstructor',
  'isDisable',
  'createdAt',
  'updatedAt',
] as const

export const courses = {
  list: endpoint({
    method: 'GET',
    path: '/course',
    may: ['course.view', 'attendance.view'],
    forChoosing: course.pick({
      _id: true,
      name: true,
      normal: true,
      normal2: true,
      special: true,
      free: true,
      unlimited: true,
      isDisable: true,
    }),
    query: z.object({
      ...page(courseSort),
      sport: ids().optional(),
      courseType: ids().optional(),
      centre: ids().optional(),
      instructor: ids().optional(),
      unlimited: flag().optional(),
    }),
    result: listOf(course),
  }),
  get: endpoint({
    method: 'GET',
    path: '/course/:id',
    may: ['course.view', 'scheduling.view', 'attendance.view'],
    result: course,
  }),
  create: endpoint({
    method: 'POST',
    path: '/course',
    may: 'course.create',
    body: courseBody,
    result: course,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/course/:id',
    may: 'course.edit',
    body: fields.partial(),
    result: course,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/course/:id',
    may: 'course.delete',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
  removePicture: endpoint({
    method: 'PUT',
    path: '/course/:id/remove/:file',
    may: 'course.edit',
    params: z.object({ id: id(), file: z.string().max(200) }),
    result: course,
    confirm: messages.removePicture,
    done: messages.removed,
  }),
  makeIndependent: endpoint({
    method: 'PUT',
    path: '/course/:id/independent/:child',
    may: members.makeIndependent.may,
    reads: members.makeIndependent.reads,
    summary: 'Marks a child of the course as independent, as under its parent; 404 for a child never enrolled in it',
    result: memberDetail,
    confirm: members.makeIndependent.confirm,
    done: members.makeIndependent.done,
  }),
}
