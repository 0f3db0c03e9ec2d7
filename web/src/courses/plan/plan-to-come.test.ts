import { expect, test } from 'vitest'
import { planToCome } from './plan-to-come.ts'

const [tan, devi] = [
  { _id: 't', name: 'Coach Tan' },
  { _id: 'd', name: 'Coach Devi' },
]
const plan = (part: object = {}) => ({
  day: 2,
  duration: '18:00 - 19:00',
  mainInstructor: [tan],
  assistantInstructor: [],
  ...part,
})
const session = (date: string, part: object = {}) => ({ date, isReplacement: false, ...plan(part) })
const late = { duration: '20:00 - 21:00', mainInstructor: [devi] }

test('the plan to come is that of most classes from today on', () => {
  const classes = [
    ...['2026-06-02', '2026-06-09', '2026-06-16'].map((date) => session(date)),
    session('2026-06-23', { ...late, mainInstructor: [tan] }),
    ...['2026-06-30', '2026-07-07'].map((date) => session(date, late)),
    ...['2026-07-08', '2026-07-09', '2026-07-10'].map((date) => session(date, { isReplacement: true })),
  ]
  expect(planToCome(classes, '2026-06-01')).toEqual(plan())
  expect(planToCome(classes, '2026-06-17')).toEqual(plan(late))
  expect(planToCome(classes, '2026-07-07')).toEqual(plan(late))
  expect(planToCome(classes, '2026-07-08')).toBeUndefined()
})
