import { expect, test } from 'vitest'
import { beyond, movedText } from './DiffView.tsx'

const slot = (date: string, duration: string, ...names: string[]) => ({
  date,
  duration,
  mainInstructor: names.map((name) => ({ _id: name, name })),
  assistantInstructor: [],
  remark: null,
})
const was = slot('2026-03-03', '18:00 - 19:00', 'Coach Tan')

test.each([
  [slot('2026-03-04', '18:00 - 19:00', 'Coach Tan'), 'Tue 03-03-2026 → Wed 04-03-2026'],
  [slot('2026-03-03', '20:00 - 21:00', 'Coach Tan'), 'Tue 03-03-2026: 18:00 - 19:00 → 20:00 - 21:00'],
  [
    slot('2026-03-03', '20:00 - 21:00', 'Coach Devi', 'Coach Aminah'),
    'Tue 03-03-2026: 18:00 - 19:00 → 20:00 - 21:00: Coach Tan → Coach Devi, Coach Aminah',
  ],
  [
    slot('2026-03-04', '20:00 - 21:00', 'Coach Devi'),
    'Tue 03-03-2026, 18:00 - 19:00 → Wed 04-03-2026, 20:00 - 21:00: Coach Tan → Coach Devi',
  ],
])('a class that moved says whose it is, if that changes: %#', (is, text) => {
  expect(movedText({ from: was, to: is })).toBe(text)
})

test('a date that is pending once more is told, though it was pending', () => {
  const [one, two] = ['2026-03-03', '2026-08-25']
  expect(beyond([one, one, two], [one, two])).toEqual([one])
  expect(beyond([one, two], [one, one, two])).toEqual([])
})
