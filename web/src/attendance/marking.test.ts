import { expect, test } from 'vitest'
import { cover, matches } from './marking.ts'

test('a coach finds a member by any part of a name, Chinese name or belt', () => {
  const mei = { name: 'Tan Mei Ling', chName: '陈美玲', belt: 'Yellow' }
  expect(['mei', 'TAN', '美玲', ' yell '].every((typed) => matches(mei, typed))).toBe(true)
  expect(matches(mei, 'wong')).toBe(false)
})

test('the wallet says whether it is enough, the last class, or short', () => {
  expect(cover(50, 25)).toBe('enough')
  expect(cover(49, 25)).toBe('last')
  expect(cover(25, 25)).toBe('last')
  expect(cover(24, 25)).toBe('short')
  expect(cover(-10, 0)).toBe('free')
})
