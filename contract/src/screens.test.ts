import { expect, test } from 'vitest'
import { lists } from './lists/lists.ts'
import { mayDo } from './platform/list.ts'
import { keysOf } from './platform/records.ts'
import { reports } from './reports/reports.ts'
import { firstScreen, screenOf, screens } from './screens.ts'

const all = keysOf(screens).map((path) => ({ path, ...screenOf(path) }))
const anyOf = (may: unknown) => [may].flat()

test.each(lists)('the list $name has its screens, for who may view it', (list) => {
  const own = all.filter((screen) => screen.list === list.name)
  const base = `/${list.path ?? list.name}`
  expect(
    own.map(({ path }) => path),
    'write its listScreens into contract/src/screens.ts',
  ).toEqual([`${base}/listing`, `${base}/create`, `${base}/edit/$id`])
  const [listing, create, edit] = own
  expect([anyOf(listing?.may), anyOf(edit?.may)]).toEqual([mayDo(list, 'view'), mayDo(list, 'view')])
  expect([mayDo(list, 'view'), mayDo(list, 'create')]).toContainEqual(anyOf(create?.may))
})

test('the lists of the screens are there', () => {
  const names = lists.map(({ name }) => name)
  expect(all.flatMap(({ list }) => (list && !names.includes(list) ? [list] : []))).toEqual([])
})

test('each screen of a report has its declaration, and each declaration its screen', () => {
  const paths = all.filter(({ report }) => report).map(({ path }) => path)
  const declared = reports.map(({ report }) => report.path)
  expect(declared.toSorted(), 'declarations are in contract/src/reports/reports.ts').toEqual(paths.toSorted())
})

test.each([
  [['attendance.view', 'attendance.mark'], '/markAttendance/listing'],
  [['attendance.view', 'attendance.mark', 'dashboard.view'], '/dashboard/overview'],
  [['attendance.view'], '/dashboard/overview'],
  // Who may mark but not open the page marks from elsewhere.
  [['attendance.mark'], '/dashboard/overview'],
  [[], '/dashboard/overview'],
])('with %j the portal opens at %s', (rights: string[], path) => {
  expect(firstScreen((may) => [may].flat().some((right) => rights.includes(right)))).toBe(path)
})
