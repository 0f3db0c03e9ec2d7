import { expect, test } from 'vitest'
import { isShown, lookOf, searchWith } from './view-look.ts'

test('a view keeps filters, order and columns, but neither page nor who was searched for', () => {
  const address = { tab: 'parents', page: '3', searchText: 'Aina', wallet: '50', sort: '-wallet', belt: undefined }
  expect(lookOf(address, ['icNo'])).toEqual({ search: { wallet: '50', sort: '-wallet' }, hidden: ['icNo'] })
})

test('showing it clears what it does not have and stays on the tab', () => {
  expect(searchWith({ tab: 'parents', belt: 'x', page: '3' }, { wallet: '50' })).toEqual({
    tab: 'parents',
    wallet: '50',
  })
  expect(searchWith({ belt: 'x' }, {})).toEqual({})
})

test('it is recognised whatever the order of its parts', () => {
  const view = { search: { a: '1', b: '2' }, hidden: ['x', 'y'] }
  expect(isShown(view, { search: { b: '2', a: '1' }, hidden: ['y', 'x'] })).toBe(true)
  expect(isShown(view, { search: { a: '1' }, hidden: ['x', 'y'] })).toBe(false)
  expect(isShown(view, { search: { a: '1', b: '2' }, hidden: ['x'] })).toBe(false)
})
