import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateOf, isDate, partsOf } from '../courses/calendar.ts'
import {
  addMonths,
  amountOf,
  charge,
  covers,
  creditPurchased,
  expiredIn,
  expiryAfterPurchase,
  expiryBuckets,
  formatRM,
  laterOf,
  ringgit,
  sen,
} from './rules.ts'

const credits = fc.integer({ min: 0, max: 1_000_000 })
const balances = fc.integer({ min: -1_000_000, max: 1_000_000 })
const days = fc.integer({ min: 0, max: 80_000 }).map((count) => addDays('1930-01-01', count))

describe('a class is paid', () => {
  test('in full or left outstanding, never in part', () => {
    fc.assert(
      fc.property(balances, credits, (balance, credit) => {
        const { debit, outstanding, missing } = charge(balance, credit)
        expect(outstanding).toBe(!covers(balance, credit))
        expect(debit).toBe(outstanding ? 0 : credit)
        if (outstanding) expect(covers(balance + missing, credit)).toBe(true)
        if (outstanding) expect(covers(balance + missing - 1, credit)).toBe(false)
        if (debit > 0) expect(balance - debit).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('down to the last credit', () => {
    expect(charge(12, 12)).toEqual({ debit: 12, outstanding: false, missing: 0 })
    expect(charge(11, 12)).toEqual({ debit: 0, outstanding: true, missing: 1 })
  })

  test('with nothing when it costs nothing, even by a wallet that owes', () => {
    expect(charge(-5, 0)).toEqual({ debit: 0, outstanding: false, missing: 0 })
  })
})

describe('expiry', () => {
  test('months keep the day, or fall back to the end of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2027-11-30', 3)).toBe('2028-02-29')
    expect(addMonths('2026-11-21', 12)).toBe('2027-11-21')
    expect(addMonths('2026-12-31', 0)).toBe('2026-12-31')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('months land in the month that was asked for', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -240, max: 240 }), (date, count) => {
        const from = partsOf(date)
        const moved = addMonths(date, count)
        const to = partsOf(moved)
        expect(isDate(moved)).toBe(true)
        expect(to.year * 12 + to.month).toBe(from.year * 12 + from.month + count)
        expect(to.day).toBeLessThanOrEqual(from.day)
        if (to.day < from.day) expect(addDays(moved, 1)).toBe(addMonths(dateOf(to.year, to.month, 1), 1))
      }),
    )
  })

  test('is the later of two dates', () => {
    expect(laterOf('2026-01-01', '2025-12-31')).toBe('2026-01-01')
    expect(laterOf(null, '2025-12-31')).toBe('2025-12-31')
    expect(laterOf(null, null)).toBeNull()
  })

  test('never comes earlier because a package was bought', () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: 0, max: 36 }), (present, today, duration) => {
        const after = expiryAfterPurchase(present, today, duration)
        expect(after >= present && after >= addMonths(today, duration)).toBe(true)
        expect([present, addMonths(today, duration)]).toContain(after)
      }),
    )
  })

  test('counts the days left, none on the last day, negative once past', () => {
    expect(expiredIn('2026-11-21', '2026-11-21')).toBe(0)
    expect(expiredIn('2026-11-20', '2026-11-21')).toBe(-1)
    expect(expiredIn('2027-11-21', '2026-11-21')).toBe(365)
    expect(expiredIn(null, '2026-11-21')).toBeNull()
  })

  test('has buckets for every day, and none twice', () => {
    for (const [index, { from }] of expiryBuckets.entries())
      expect(from).toBe(index === 0 ? null : Number(expiryBuckets[index - 1]?.to) + 1)
    expect(expiryBuckets.at(-1)?.to).toBeNull()
  })
})

describe('money', () => {
  test('is a whole number of sen', () => {
    expect(amountOf(100, sen('1.00'))).toBe(10_000)
    expect(amountOf(3, sen('0.35'))).toBe(105)
    expect(creditPurchased(100, 20)).toBe(120)
    expect(() => ringgit(0.5)).toThrow(RangeError)
  })

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
        expect(sen(ringgit(amount))).toBe(amount)
        expect(
          formatRM(amount)
            .replace(/[RM ,]/g, '')
            .replace('−', '-'),
        ).toBe(ringgit(amount))
      }),
    )
    expect(['120', '120.5', '120.50', '0.05', '-0.00'].map(sen)).toEqual([12_000, 12_050, 12_050, 5, 0])
    for (const text of ['', '1.234', '1e3', '1,000', ' 1', '.5']) expect(() => sen(text)).toThrow(RangeError)
  })

  test('is shown with two decimals and thousands', () => {
    const amounts = [5, 10_000, 12_050, 123_450, 123_456_789, -5]
    expect(amounts.map(formatRM)).toEqual([
      'RM 0.05',
      'RM 100.00',
      'RM 120.50',
      'RM 1,234.50',
      'RM 1,234,567.89',
      '−RM 0.05',
    ])
    expect(ringgit(12_050)).toBe('120.50')
  })
})
