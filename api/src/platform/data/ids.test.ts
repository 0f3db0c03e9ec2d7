import { expect, test } from 'vitest'
import { fixedClock } from '../runtime/clock.ts'
import { isId, newId } from './ids.ts'

test('ids of one moment are in the order of their making, however many', () => {
  const clock = fixedClock('2026-11-20T04:00:00Z')
  const made = Array.from({ length: 10_000 }, () => newId(clock))
  expect(made.every(isId)).toBe(true)
  expect(new Set(made).size).toBe(made.length)
  expect(made).toEqual(made.toSorted())
})
