import { expect, test } from 'vitest'
import { fieldWords, valueWords } from './audit-words.ts'

test('names of fields read as words', () => {
  expect(['beltColor', 'expired_date', 'isDisable', 'email', 'permissions.belt'].map(fieldWords)).toEqual([
    'Belt color',
    'Expired date',
    'Disabled',
    'Email',
    'Permissions belt',
  ])
  // No field of ours, but a record may hold anything.
  expect(fieldWords('constructor')).toBe('Constructor')
})

test('values read as words', () => {
  expect([undefined, '', 'null', 'true', 'false', 'Blue'].map(valueWords)).toEqual(['-', '-', '-', 'Yes', 'No', 'Blue'])
})
