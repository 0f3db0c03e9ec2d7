import { expect, test } from 'vitest'
import { cardDigits } from './card-digits.ts'
import { readCard } from './identity-card.ts'

const today = '2026-11-24'

test.each([
  ['160214101236', { dob: '2016-02-14', gender: 'Female', place: 'Selangor' }],
  ['940214-14-5677', { dob: '1994-02-14', gender: 'Male', place: 'Kuala Lumpur' }],
  // A leap day tells the century: 1900 had none.
  ['000229 07 1234', { dob: '2000-02-29', gender: 'Female', place: 'Penang' }],
  // Not born yet in this century.
  ['261125-59-0001', { dob: '1926-11-25', gender: 'Male', place: 'Negeri Sembilan' }],
  ['261124-16-0001', { dob: '2026-11-24', gender: 'Male', place: 'Putrajaya' }],
  ['900101-66-0002', { dob: '1990-01-01', gender: 'Female', place: null }],
])('%s tells birth, place and gender', (icNo, told) => {
  expect(readCard(cardDigits(icNo) ?? '', today)).toEqual(told)
})

test.each([
  ['941314-14-5677', 'Its first six digits are no date of birth'],
  ['010229-14-5677', 'Its first six digits are no date of birth'],
  ['940214-00-5677', 'Its seventh and eighth digits are no place of birth'],
  ['940214-17-5677', 'Its seventh and eighth digits are no place of birth'],
])('%s is no number of a card', (icNo, problem) => {
  expect(readCard(cardDigits(icNo) ?? '', today)).toEqual({ problem })
})

test.each(['A1234567', '1234567', '94021414567', '9402141456777', '940214-1-45677', ''])('%s says nothing', (icNo) => {
  expect(cardDigits(icNo)).toBeUndefined()
})
