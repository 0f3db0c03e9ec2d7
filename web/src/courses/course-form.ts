import { courseBody, courseFields, missingOf } from '@academy/contract/courses/courses.ts'
import type { Field, Fields } from '@academy/contract/platform/field.ts'
import { messages } from '@academy/contract/platform/messages.ts'

/** A field that only an unlimited course may leave out. */
function unlessUnlimited(path: string, field: Field, unlimited: boolean): Field {
  if (unlimited) return field
  const missing = (value: unknown) => missingOf({ [path]: value }).some((one) => one.path === path)
  return {
    ...field,
    required: messages.required,
    schema: field.schema.refine((value) => !missing(value), messages.required),
  }
}

const { normal, normal2 } = courseBody.shape

/** The course form's fields; the checkbox decides which are required. */
export const fieldsFor = (unlimited: boolean): Fields => ({
  ...courseFields,
  normal: { ...courseFields.normal, schema: normal },
  normal2: { ...courseFields.normal2, schema: normal2 },
  centre: unlessUnlimited('centre', courseFields.centre, unlimited),
  sport: unlessUnlimited('sport', courseFields.sport, unlimited),
  special: unlessUnlimited('special', courseFields.special, unlimited),
  free: unlessUnlimited('free', courseFields.free, unlimited),
})
