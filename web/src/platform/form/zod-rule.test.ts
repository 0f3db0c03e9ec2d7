import { coaches } from '@academy/contract/lists/coaches.ts'
import { creditPackages } from '@academy/contract/lists/credit-packages.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isRequired, messageFor, objectMessage } from './zod-rule.ts'

test('an empty field says the contract’s message', () => {
  expect(messageFor(coaches.fields.name.schema, undefined)).toBe('Coach Name is required')
  expect(messageFor(coaches.fields.name.schema, '')).toBe('Coach Name is required')
  expect(messageFor(coaches.fields.name.schema, '   ')).toBe('Coach Name is required')
  expect(messageFor(coaches.fields.designation.schema, null)).toBe('This field is require')
  expect(messageFor(creditPackages.fields.credit.schema, null)).toBe('Package credit is required')
  expect(messageFor(creditPackages.fields.credit.schema, -1)).toBe('Value must be positive')
})

test('an optional field may stay empty but not be wrong', () => {
  expect(messageFor(coaches.fields.bankAccNo.schema, '')).toBeUndefined()
  expect(messageFor(coaches.fields.bankAccNo.schema, '12a')).toBe('Bank account number must be numeric')
  expect(isRequired(coaches.fields.bankAccNo.schema)).toBe(false)
  expect(isRequired(coaches.fields.name.schema)).toBe(true)
})

test('a check across fields shows at its field, even while others are wrong', () => {
  const schema = z
    .object({ name: z.string({ error: 'Name is required' }), password: z.string(), again: z.string() })
    .refine((body) => body.password === body.again, {
      path: ['again'],
      message: 'must be same with new password!',
      when: () => true,
    })
  const values = { password: 'a', again: 'b' }
  expect(objectMessage(schema, 'again', values)).toBe('must be same with new password!')
  expect(objectMessage(schema, 'password', values)).toBeUndefined()
  expect(objectMessage(schema, 'name', values)).toBe('Name is required')
})
