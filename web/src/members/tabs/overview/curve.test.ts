import { expect, test } from 'vitest'
import { curveOf, height, width } from './curve.ts'

const months = { startDate: '2026-11-01', before: 50, days: [], came: 0, went: 0 }

test('the balance keeps its height until the day on which it moves', () => {
  const days = [
    { date: '2026-11-06', balance: 100 },
    { date: '2026-11-11', balance: 0 },
  ]
  const { line, area, lowest, highest } = curveOf({ ...months, days }, '2026-11-11')
  expect(line).toBe('M0 40H300V2H600V78H600')
  expect(area).toBe(`${line}V${height}H0Z`)
  expect([lowest, highest]).toEqual([0, 100])
})

test('a wallet that did not move is a level line, also an empty one; a debt lies at the bottom', () => {
  expect(curveOf(months, '2026-11-11').line).toBe(`M0 2H${width}`)
  expect(curveOf({ ...months, before: 0 }, '2026-11-11').line).toBe(`M0 78H${width}`)
  expect(curveOf({ ...months, before: -50 }, '2026-11-11').line).toBe(`M0 78H${width}`)
})

test('on the day it begins it is drawn, too', () => {
  const days = [{ date: '2026-11-01', balance: 100 }]
  expect(curveOf({ ...months, days }, '2026-11-01').line).toBe('M0 40H0V2H600')
})
