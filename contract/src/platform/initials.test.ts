import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are of a person’s own name and the family’s, and of a company without what it is by law', () => {
  expect(initialsOf('Azlan bin Razak')).toBe('AR')
  expect(initialsOf(' Thivya  a/p Pillai ')).toBe('TP')
  expect(initialsOf('Harimau Silat Sdn Bhd')).toBe('HS')
  expect(initialsOf('HARIMAU SILAT SDN. BHD.')).toBe('HS')
  expect(initialsOf('Dojo')).toBe('D')
  expect(initialsOf('')).toBe('')
})
