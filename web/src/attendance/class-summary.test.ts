import { expect, test } from 'vitest'
import { nearestFirst } from './class-summary.ts'

test('of a month the classes that may be marked come first, the latest of them at the top', () => {
  const month = ['2026-11-04', '2026-11-11', '2026-11-18', '2026-11-25'].map((date) => ({ date }))
  const days = (today: string) => nearestFirst(month, today).map(({ date }) => Number(date.slice(8)))
  expect(days('2026-11-18')).toEqual([18, 11, 4, 25])
  expect(days('2026-11-12')).toEqual([11, 4, 18, 25])
  expect(days('2026-12-01')).toEqual([25, 18, 11, 4])
  expect(days('2026-10-01')).toEqual([4, 11, 18, 25])
})
