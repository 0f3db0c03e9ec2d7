import { expect, test } from 'vitest'
import { changesBetween } from './diff.ts'

const held = (id: string, date: string, starts = '18:00', coach = 'Tan') => ({ id, date, starts, ends: '19:00', coach })
const between = (before: ReturnType<typeof held>[], after: ReturnType<typeof held>[]) =>
  changesBetween(before, after, (from, to) => from.coach === to.coach)

test('what stays as it was is no difference, under another id neither', () => {
  const none = { added: [], moved: [], changed: [], removed: [] }
  expect(between([held('1', '2026-03-03')], [held('1', '2026-03-03')])).toEqual(none)
  expect(between([held('1', '2026-03-03')], [held('2', '2026-03-03')])).toEqual(none)
})

test('another coach is a change, another time or day of the week a move', () => {
  const was = held('1', '2026-03-03')
  const coached = held('2', '2026-03-03', '18:00', 'Devi')
  expect(between([was], [coached]).changed).toEqual([{ from: was, to: coached }])
  for (const to of [held('2', '2026-03-03', '17:00'), held('2', '2026-03-07'), held('1', '2026-09-30')])
    expect(between([was], [to])).toEqual({ added: [], moved: [{ from: was, to }], changed: [], removed: [] })
})

test('a day of another week is one class less and one more', () => {
  const [was, next] = [held('1', '2026-03-07'), held('2', '2026-03-08')]
  expect(between([was], [next])).toEqual({ added: [next], moved: [], changed: [], removed: [was] })
})

test('of two classes a day each finds its own time first', () => {
  const [early, late] = [held('1', '2026-03-03', '10:00'), held('2', '2026-03-03', '18:00')]
  const [lateAgain, later] = [held('3', '2026-03-03', '18:00'), held('4', '2026-03-03', '20:00')]
  expect(between([early, late], [lateAgain, later]).moved).toEqual([{ from: early, to: later }])
})
