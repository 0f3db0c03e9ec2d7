import { describe, expect, test } from 'vitest'
import { ageOn } from '../platform/client/dates.ts'
import { clearReason, daysLeftText, deleteReason, disableReason, expiryTone } from './member-text.ts'

describe('a member in a few words', () => {
  test('a birthday not yet reached this year does not count', () => {
    expect(ageOn('2026-11-21', '2015-11-21')).toBe(11)
    expect(ageOn('2026-11-20', '2015-11-21')).toBe(10)
  })

  test('the days left are told in the singular where there is one', () => {
    expect([2, 1, 0, -1, -20].map(daysLeftText)).toEqual([
      '2 days left',
      '1 day left',
      'last day today',
      'expired 1 day ago',
      'expired 20 days ago',
    ])
    expect([-1, 0, 30, 31].map(expiryTone)).toEqual(['over', 'soon', 'soon', 'fine'])
  })
})

describe('what stands in the way', () => {
  test('every reason why a member cannot be deleted is named', () => {
    expect(deleteReason({ isDisable: true, isProtected: false, wallet: 0 })).toBeUndefined()
    const everything = { isDisable: false, isProtected: true, wallet: -20, openOutstanding: 1, dependents: 2 }
    expect(deleteReason(everything)).toBe(
      'Cannot be deleted: the member is not disabled, the member is protected, the wallet holds -20 credits, ' +
        'there are open outstanding cases, there are dependent children',
    )
  })

  test('a protected member cannot be disabled, yet enabled', () => {
    expect(disableReason({ isDisable: false, isProtected: true })).toMatch(/Protected/)
    expect(disableReason({ isDisable: true, isProtected: true })).toBeUndefined()
  })

  test('credit can be cleared from the day after it expired', () => {
    expect(clearReason(null, 120, '2026-11-21')).toBe('No expiration date found.')
    expect(clearReason('2026-11-21', 120, '2026-11-21')).toMatch(/expires on 21-11-2026/)
    expect(clearReason('2026-11-20', 0, '2026-11-21')).toBe('There is no credit to clear')
    expect(clearReason('2026-11-20', 120, '2026-11-21')).toBeUndefined()
  })
})
