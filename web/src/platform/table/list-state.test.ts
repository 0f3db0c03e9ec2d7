import { paymentSort, payments } from '@academy/contract/payments/payments.ts'
import { sortFieldsOf } from '@academy/contract/platform/query.ts'
import { attendanceReportRoutes } from '@academy/contract/reports/attendance-report.ts'
import { expect, test } from 'vitest'
import { parseSearch } from '../../rewrite.ts'
import { listStateOf } from './list-query.ts'
import { shortState, sortedBy, sortKeys, sortText } from './list-state.ts'

const stateOf = (address: string) => listStateOf(parseSearch(address))

test('an address without anything shows page 1 of everything, 50 rows', () => {
  expect(stateOf('')).toEqual({ page: 1, size: 50, sort: '', searchText: '', status: 'all' })
})

test('mangled links fall back to the defaults, field by field', () => {
  expect(stateOf('?page=abc&size=-4&status=zzz&searchText=lim')).toEqual({
    page: 1,
    size: 50,
    sort: '',
    searchText: 'lim',
    status: 'all',
  })
  expect(stateOf('?page=1.5&size=99999').page).toBe(1)
  expect(stateOf('?page=2&size=99999')).toMatchObject({ page: 2, size: 50 })
  expect(stateOf('?page=&size=%20')).toMatchObject({ page: 1, size: 50 })
  expect(stateOf(`?searchText=${'a'.repeat(201)}`).searchText).toBe('')
  expect(listStateOf({ size: 'x' }, 10).size).toBe(10)
})

test('a search for digits stays text', () => {
  expect(stateOf('?searchText=00123').searchText).toBe('00123')
  expect(stateOf('?searchText=1e5').searchText).toBe('1e5')
  expect(stateOf('?searchText=true').searchText).toBe('true')
})

test('an unencoded plus in the sort order counts as a plus', () => {
  expect(stateOf('?sort=+name,-dob').sort).toBe('+name,-dob')
  expect(stateOf('?sort=-dob,+name').sort).toBe('-dob,+name')
  expect(stateOf('?sort=%2Bname').sort).toBe('+name')
})

test('what is default stays out of the address', () => {
  expect(shortState({ page: 1, size: 50, sort: '', searchText: 'a', status: 'active' })).toEqual({
    page: undefined,
    size: undefined,
    sort: undefined,
    searchText: 'a',
    status: 'active',
  })
  expect(shortState({ size: 10 }, 10).size).toBeUndefined()
})

test('sort keys survive the way to text and back', () => {
  expect(sortText(sortKeys('+name,-dob'))).toBe('+name,-dob')
  expect(sortKeys('name')).toEqual([{ field: 'name', descending: false }])
  expect(sortKeys('')).toEqual([])
})

test('a list is sorted by the chosen column alone', () => {
  const keys = sortKeys('+name,-dob')
  expect(sortText(sortedBy(keys, 'wallet', 'ascend', false))).toBe('+wallet')
  expect(sortText(sortedBy(keys, 'name', 'descend', false))).toBe('-name')
  expect(sortText(sortedBy(keys, 'name', null, false))).toBe('')
})

test('with Shift a column keeps its rank when it turns, leaves when cleared, and a new one comes last', () => {
  const keys = sortKeys('+name,-dob')
  expect(sortText(sortedBy(keys, 'name', 'descend', true))).toBe('-name,-dob')
  expect(sortText(sortedBy(keys, 'name', null, true))).toBe('-dob')
  expect(sortText(sortedBy(keys, 'wallet', 'ascend', true))).toBe('+name,-dob,+wallet')
})

test('a table is sorted by what its call sorts by', () => {
  expect(sortFieldsOf(payments.list)).toEqual(paymentSort)
  expect(sortFieldsOf(attendanceReportRoutes.view)).toEqual([])
  expect(sortFieldsOf(payments.get)).toEqual([])
})
