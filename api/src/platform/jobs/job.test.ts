import { expect, test } from 'vitest'
import { nextRun } from './job.ts'

test('a job of every so often is due that long after it ended', () => {
  expect(nextRun({ every: 90_000 }, new Date('2026-11-20T04:00:00Z'))).toEqual(new Date('2026-11-20T04:01:30Z'))
})

test('a monthly job is due on the first of the month, this one if that is to come', () => {
  const at = (now: string) => nextRun({ monthly: '04:00' }, new Date(now)).toISOString()
  expect(at('2026-11-30T19:59:59Z')).toBe('2026-11-30T20:00:00.000Z')
  expect(at('2026-11-30T20:00:00Z')).toBe('2026-12-31T20:00:00.000Z')
  expect(at('2027-01-31T15:59:00Z')).toBe('2027-01-31T20:00:00.000Z')
  expect(at('2027-01-31T23:00:00Z')).toBe('2027-02-28T20:00:00.000Z')
})

test('a daily job is due at its time of the academy’s day, today if that is to come', () => {
  const at = (now: string) => nextRun({ daily: '02:00' }, new Date(now)).toISOString()
  // Kuala Lumpur is eight hours ahead.
  expect(at('2026-11-19T17:59:59Z')).toBe('2026-11-19T18:00:00.000Z')
  expect(at('2026-11-19T18:00:00Z')).toBe('2026-11-20T18:00:00.000Z')
  expect(at('2026-12-31T15:59:59Z')).toBe('2026-12-31T18:00:00.000Z')
})
