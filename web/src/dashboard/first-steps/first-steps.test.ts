import { courseFields, missingOf } from '@academy/contract/courses/courses.ts'
import { firstSteps } from '@academy/contract/dashboard/first-steps.ts'
import { coaches } from '@academy/contract/lists/coaches.ts'
import { memberFields } from '@academy/contract/members/fields.ts'
import type { Fields } from '@academy/contract/platform/field.ts'
import { userFields } from '@academy/contract/staff/users.ts'
import { expect, test } from 'vitest'

const missing = new Set(missingOf({}).map(({ path }) => path))

/** The lists that a form cannot be sent without. */
const needed = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind, required, resource }]) =>
    resource && (kind === 'reference' || kind === 'references') && (required || missing.has(name)) ? [resource] : [],
  )

const forms: Record<string, Fields> = {
  '/coach/listing': coaches.fields,
  '/user/listing': userFields,
  '/course/listing': courseFields,
  '/membership/listing': { ...memberFields.adult, relationship: memberFields.parent.relationship },
}

test('what a form needs is told before the form', () => {
  const order: readonly string[] = firstSteps
  const before = Object.entries(forms).flatMap(([path, fields]) => needed(fields).map((list) => [list, path] as const))
  expect(before).toContainEqual(['designation', '/coach/listing'])
  const late = before.filter(([list, path]) => {
    const at = order.indexOf(`/${list}/listing`)
    return at < 0 || at > order.indexOf(path)
  })
  expect(late).toEqual([])
})
