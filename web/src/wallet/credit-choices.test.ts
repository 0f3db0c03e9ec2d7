import { creditOf } from '@academy/contract/attendance/enrolments.ts'
import { describe, expect, test } from 'vitest'
import { creditChoices } from './credit-choices.ts'

const course = { normal: 20, normal2: 30, special: null, free: 0 }
const open = (facts: Partial<Parameters<typeof creditChoices>[0]>) =>
  creditChoices({ course, trials: 0, mayTrial2: true, ...facts })
    .filter(({ reason }) => !reason)
    .map(({ value }) => value)

describe('credit types of an enrolment', () => {
  test('the credit is the course’s value for the type, 0 for trials', () => {
    expect(creditOf(course, 'normal2')).toBe(30)
    expect(creditOf(course, 'free')).toBe(0)
    expect(creditOf(course, 'special')).toBeNull()
    expect(creditOf(course, 'trial1')).toBe(0)
  })

  test('trial 1 is open to those who never tried the course, trial 2 after exactly one trial', () => {
    expect(open({ trials: 0 })).toEqual(['normal2', 'normal', 'free', 'trial1'])
    expect(open({ trials: 1 })).toEqual(['normal2', 'normal', 'free', 'trial2'])
    expect(open({ trials: 2 })).toEqual(['normal2', 'normal', 'free'])
  })

  test('trial 2 needs its permission', () => {
    expect(open({ trials: 1, mayTrial2: false })).not.toContain('trial2')
  })

  test('what an enrolment has already can stay', () => {
    expect(open({ trials: 1, present: 'trial1' })).toContain('trial1')
    // The edited trial does not count as a trial before itself.
    expect(open({ trials: 1, present: 'trial1' })).not.toContain('trial2')
    expect(open({ trials: 2, present: 'trial2' })).toContain('trial2')
  })

  test('nothing can be chosen before the course', () => {
    expect(open({ course: undefined, trials: undefined })).toEqual([])
  })
})
