import { expect, test } from 'vitest'
import { companyOf } from './config/config.ts'
import { showCredit, showDay, showInstant, showMoney } from './dates.ts'
import { t } from './i18n.ts'

test('a sentence without a translation is said as it is, with its holes filled', () => {
  expect(t('Showing {n} record(s) of total {m}', { n: 50, m: 137 })).toBe('Showing 50 record(s) of total 137')
  expect(t('Hello {name}', {})).toBe('Hello {name}')
})

test('an academy without a name is called COMPANY, and one that is not known yet nothing', () => {
  expect([{ companyName: 'Harimau' }, { companyName: '' }, null].map(companyOf)).toEqual(['Harimau', 'COMPANY', ''])
})

test('days are shown as each screen wants them', () => {
  expect(showDay('2026-11-21')).toBe('21-11-2026')
  expect(showDay('2026-11-21', '/')).toBe('21/11/2026')
  expect(showDay('2026-11-21', '/', 'ymd')).toBe('2026/11/21')
  expect(showDay(null)).toBe('-')
})

test('instants are shown in Malaysian time on any device', () => {
  expect(showInstant('2026-11-20T16:30:00.000Z')).toBe('21-11-2026 00:30')
  expect(showInstant(null)).toBe('-')
})

test('money has two decimals, credits none', () => {
  expect(showMoney('1234.5')).toBe('RM 1,234.50')
  expect([showMoney(-1234567.8), showMoney(0), showMoney('999.99')]).toEqual([
    '−RM 1,234,567.80',
    'RM 0.00',
    'RM 999.99',
  ])
  expect([1200, -1200, 999, -100, 1234567, 0].map(showCredit)).toEqual([
    '1,200',
    '−1,200',
    '999',
    '−100',
    '1,234,567',
    '0',
  ])
})
