import { expect, test } from 'vitest'
import { type Held, momentOf } from './timeline.ts'

const held: Held = {
  _id: '1',
  course: { _id: '2', name: 'Silat Remaja' },
  centre: 'Klang',
  duration: '18:30 - 20:00',
  students: 25,
  coaches: ['Aminah binti Yusof'],
  date: '2026-11-23',
}

test.each([
  ['18:29', 'ahead'],
  ['18:30', 'now'],
  ['19:59', 'now'],
  ['20:00', 'late'],
] as const)('at %s a class of 18:30 to 20:00 is %s', (now, moment) => {
  expect(momentOf(held, '2026-11-23', now)).toBe(moment)
  expect(momentOf({ ...held, present: 3 }, '2026-11-23', now)).toBe('marked')
})

test('yesterday’s class that nobody marked is late at any hour', () => {
  expect(momentOf({ ...held, date: '2026-11-22' }, '2026-11-23', '00:10')).toBe('late')
})
