import { expect, test } from 'vitest'
import { z } from 'zod'
import { choice, text } from './field.ts'
import { wholeNumber } from './number.ts'
import './plain-errors.ts'
import { day, time } from './query.ts'

const said = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues[0]?.message

test.each<[z.ZodType, unknown, string]>([
  [z.object({ beltColor: z.string() }), {}, 'Belt Color is required'],
  [z.object({ beltColor: z.string() }), { beltColor: 7 }, 'Belt Color must be text'],
  [z.object({ centreIncharge: z.array(z.string()) }), { centreIncharge: [7] }, 'Centre Incharge must be text'],
  [z.object({ isPay: z.boolean() }), { isPay: 'yes' }, 'Paid must be true or false'],
  [z.object({ order_id: z.enum(['a', 'b']) }), { order_id: 'c' }, 'Order must be one of: a, b'],
  [z.object({ free: z.enum(['true', 'false']) }), { free: 'c' }, 'Free must be true or false'],
  [z.object({ limit: z.coerce.number() }), { limit: 'x' }, 'Limit must be a number'],
  [z.object({ limit: z.number().int() }), { limit: 1.5 }, 'Limit must be a whole number'],
  [z.object({ limit: z.number().min(1) }), { limit: 0 }, 'Limit must be at least 1'],
  [z.object({ limit: z.number().max(9) }), { limit: 10 }, 'Limit must be at most 9'],
  [z.object({ limit: z.number().int() }), { limit: 1e300 }, 'Limit is too large'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'Name is required'],
  [z.object({ name: z.string().max(3) }), { name: 'four' }, 'Name must be at most 3 characters'],
  [z.object({ parts: z.array(z.string()).max(1) }), { parts: ['a', 'b'] }, 'Parts must have at most 1 entries'],
  [z.object({ belt: z.guid() }), { belt: 'x' }, 'Belt Color is not valid'],
  [z.object({ belt: z.union([z.string(), z.number()]) }), { belt: true }, 'Belt Color is not valid'],
  [z.strictObject({}), { runningNo: 1 }, 'Running No is not known here'],
  [z.object({}), undefined, 'Nothing was sent'],
  [z.object({}), 'text', 'What was sent must be a group of fields'],
])('%# says what is wrong in plain words', (schema, given, message) => {
  expect(said(schema, given)).toBe(message)
})

test('a message of its own comes first', () => {
  expect(said(z.string({ error: 'Belt Color is required' }), undefined)).toBe('Belt Color is required')
})

test('a choice tells what is missing from what is none of its values', () => {
  const { schema } = choice('Gender', ['Male', 'Female'], { required: 'This field is require' })
  for (const missing of [undefined, null, '']) expect(said(schema, missing)).toBe('This field is require')
  for (const wrong of ['male', ' ', 7])
    expect(said(z.object({ gender: schema }), { gender: wrong })).toBe('Gender must be one of: Male, Female')
})

test('a message of a field names it where it is known', () => {
  const name = text('Name', { required: 'Name is required', max: 3 })
  const body = z.object({ schoolClass: name.schema, credit: wholeNumber({ min: 1 }), dob: day(), from: time() })
  const issues = body.safeParse({ schoolClass: 'four', credit: '2.5', dob: '31-02-2026', from: '25:00' }).error?.issues
  expect(issues?.map(({ message }) => message)).toEqual([
    'School Class must be at most 3 characters',
    'Credit must be a whole number',
    'Date of Birth is not a day of the calendar.',
    'From is not a time. Use HH:MM.',
  ])
  expect(said(name.schema, 'four')).toBe('Must be at most 3 characters')
  expect(said(day('Date is required'), '')).toBe('Date is required')
})
