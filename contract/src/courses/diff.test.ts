import { expect, test } from 'vitest'
import { changesBetween } from './diff.ts'

const session = (id: string, date: string, starts = '18:00', coach = 'Tan') => ({
  id,
  date,
  starts,
  ends: '19:00',
  coach,
})
const between = (before: ReturnType<typeof session>[], after: ReturnType<typeof session>[]) =>
  changesBetween(before, after, (from, to) => from.coach === to.coach)

test('what stays as it was is no difference, under another id neither', () => {
  const none = { added: [], moved: [], changed: [], removed: [] }
  expect(between([session('1', '2026-03-03')], [session('1', '2026-03-03')])).toEqual(none)
  expect(between([session('1', '2026-03-03')], [session('2', '2026-03-03')])).toEqual(none)
})

test('another coach is a change, another time or day of the week a move', () => {
  const was = session('1', '2026-03-03')
  const coached = session('2', '2026-03-03', '18:00', 'Devi')
  expect(between([was], [coached]).changed).toEqual([{ from: was, to: coached }])
  for (const to of [session('2', '2026-03-03', '17:00'), session('2', '2026-03-07'), session('1', '2026-09-30')])
    expect(between([was], [to])).toEqual({ added: [], moved: [{ from: was, to }], changed: [], removed: [] })
})

test('a day of another week is one class less and one more', () => {
  const [was, next] = [session('1', '2026-03-07'), session('2', '2026-03-08')]
  expect(between([was], [next])).toEqual({ added: [next], moved: [], changed: [], removed: [was] })
})

test('of two classes a day each finds its own time first', () => {
  const [early, late] = [session('1', '2026-03-03', '10:00'), session('2', '2026-03-03', '18:00')]
  const [lateAgain, later] = [session('3', '2026-03-03', '18:00'), session('4', '2026-03-03', '20:00')]
  expect(between([early, late], [lateAgain, later]).moved).toEqual([{ from: early, to: later }])
})
