import { expect, test } from 'vitest'
import { currentEntry, type Menu, visibleMenu } from './menu-entry.ts'

const menu: Menu = [
  { label: 'Dashboard', path: '/dashboard/overview', may: 'session' },
  { label: 'User Login', path: '/user/listing', may: 'user.view' },
  { label: 'User Group', path: '/user-group/listing', may: 'userGroup.view' },
  {
    label: 'Maintenance',
    items: [
      { label: 'Belt Color', path: '/belt/listing', may: 'belt.view' },
      { label: 'Holiday', path: '/holiday/listing', may: ['centre.view', 'holidays.view'] },
    ],
  },
]
const labels = (seen: Menu) =>
  seen.map((entry) => ('items' in entry ? [entry.label, ...entry.items.map((item) => item.label)] : entry.label))
const everywhere = () => true

test('a group with no allowed item is hidden', () => {
  expect(labels(visibleMenu(menu, everywhere, (may) => may === 'session' || may === 'user.view'))).toEqual([
    'Dashboard',
    'User Login',
  ])
})

test('a group shows the items that are allowed, in order', () => {
  expect(labels(visibleMenu(menu, everywhere, (may) => Array.isArray(may)))).toEqual([['Maintenance', 'Holiday']])
})

test('an entry whose screen does not stand yet is hidden', () => {
  expect(
    labels(
      visibleMenu(
        menu,
        (path) => path === '/belt/listing',
        () => true,
      ),
    ),
  ).toEqual([['Maintenance', 'Belt Color']])
})

test('an entry is current for every path under it', () => {
  expect(currentEntry(menu, '/belt/listing')).toBe('/belt/listing')
  expect(currentEntry(menu, '/belt/edit/42')).toBe('/belt/listing')
  expect(currentEntry(menu, '/user-group/create')).toBe('/user-group/listing')
  expect(currentEntry(menu, '/user/create')).toBe('/user/listing')
  expect(currentEntry(menu, '/dashboard')).toBe('/dashboard/overview')
  expect(currentEntry(menu, '/elsewhere')).toBeUndefined()
})
