import { expect, test } from 'vitest'
import { describedCalls, holder } from '../../test/support/calls/description.ts'
import { isJson, type Json } from './schemas.ts'

const document = describedCalls()
const problems = holder(document)

test('the example of each parameter is one that the call takes', () => {
  const wrong = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters }]) =>
      parameters.flatMap(({ name, example }, index) => {
        if (example === undefined) return []
        const place = ['paths', path, method, 'parameters', String(index), 'schema']
        return problems(place, example).map((problem) => `${method} ${path} ${name}=${example}: ${problem}`)
      }),
    ),
  )
  expect(wrong).toEqual([])
})

test('a sort says by which fields, or none where the list has one order', () => {
  const sorts = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'sort')),
  )
  expect(sorts.length).toBeGreaterThan(20)
  for (const { description, example } of sorts) {
    expect(description).toMatch(/Fields: \w+(, \w+)*$|has one order$/)
    expect(example ?? '-').not.toBe('-undefined')
  }
})

/** Every described field of every schema, with where it stands. */
function fieldsIn(value: unknown, place = ''): { place: string; field: Json }[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => fieldsIn(entry, `${place}.${index}`))
  if (!isJson(value)) return []
  const own = isJson(value.properties) ? Object.entries(value.properties) : []
  return [
    ...own.map(([name, field]) => ({ place: `${place}.${name}`, field: field as Json })),
    ...Object.entries(value).flatMap(([key, inner]) =>
      key.startsWith('example') ? [] : fieldsIn(inner, `${place}.${key}`),
    ),
  ]
}
const described = fieldsIn({ paths: document.paths, schemas: document.components.schemas })
const saying = (words: RegExp) => described.filter(({ field }) => words.test(String(field.description)))

test('two fields of one name are each described as what they are', () => {
  const isNumber = ({ type }: Json) => [type].flat().some((each) => each === 'integer' || each === 'number')
  const weekdays = saying(/^Weekday/)
  expect(weekdays.length).toBeGreaterThan(5)
  expect(weekdays.filter(({ field }) => !isNumber(field)).map(({ place }) => place)).toEqual([])
  // Ids are joined in an address alone; a body has lists.
  expect(saying(/joined with commas/).map(({ place }) => place)).toEqual([])
  const ofMembers = saying(/^adult, parent or child/)
  expect(ofMembers.map(({ place }) => place.split('.').at(-2))).toEqual(
    expect.arrayContaining(['Member', 'MemberRow', 'AdultCreate']),
  )
  expect(ofMembers.filter(({ place }) => !/\.schemas\.(Member|Adult|Parent|Child)/.test(place))).toEqual([])
})
