import { expect, test } from 'vitest'
import { type Call, curlOf, limitsOf, matches, partsOf, typeOf } from './schema-text.ts'

const schemas = { Belt: { type: 'object', properties: { beltColor: { type: 'string' } } } }
const belt = { $ref: '#/components/schemas/Belt' }

test.each([
  [{ type: 'string', format: 'uuid' }, 'id'],
  [{ type: ['string', 'null'], format: 'date' }, 'day or null'],
  [{ type: ['string', 'null'], enum: ['P', 'A', null] }, 'P, A or null'],
  [{ type: 'array', items: { type: 'string', format: 'uuid' } }, 'list of ids'],
  [{ type: 'array', items: belt }, 'list of Belt'],
  [{ anyOf: [belt, { type: 'null' }] }, 'Belt or null'],
  [{ oneOf: [belt, { type: 'integer' }] }, 'Belt or whole number'],
  [{ const: 'adult', type: 'string' }, '"adult"'],
])('%j is told as %s', (schema, words) => {
  expect(typeOf(schema)).toBe(words)
})

test('limits are told in words', () => {
  expect(limitsOf({ type: 'integer', minimum: 1, maximum: 1000, default: 50 })).toBe('1 to 1000, 50 unless said')
  expect(limitsOf({ type: 'string', minLength: 1, maxLength: 200 })).toBe('at most 200 characters')
  expect(limitsOf({ type: 'string', minLength: 8, maxLength: 128 })).toBe('8 to 128 characters')
  expect(limitsOf({ type: 'boolean' })).toBe('')
})

test('what unfolds under a field are the fields of its object, of its entries or of each choice', () => {
  expect(partsOf({ type: 'array', items: belt }, schemas)).toEqual([belt])
  expect(partsOf({ anyOf: [belt, { type: 'null' }] }, schemas)).toEqual([belt])
  expect(partsOf({ allOf: [{ oneOf: [belt, belt] }] }, schemas)).toEqual([belt, belt])
  expect(partsOf({ type: 'string' }, schemas)).toEqual([])
})

const operation = { operationId: 'beltCreate', tags: ['Belt'], summary: 'Create a belt colour', responses: {} }
const call: Call = { method: 'POST', path: '/belt', operation }

test('a call is found by words of its address, its name, its resource and what it does', () => {
  expect(['belt post', 'colour create', 'beltcreate'].map((text) => matches(call, text))).toEqual([true, true, true])
  expect(matches(call, 'belt delete')).toBe(false)
})

test('a call as it is typed at a shell keeps quotes whole', () => {
  expect(curlOf(call, 'http://x/api/admin', { beltColor: "Tan's" })).toBe(
    [
      "curl -X POST 'http://x/api/admin/belt'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"beltColor":"Tan'\\''s"}'`,
    ].join(' \\\n  '),
  )
  const open = { ...operation, security: [] }
  expect(curlOf({ method: 'GET', path: '/config', operation: open }, '', undefined)).toBe("curl '/config'")
})
