import { expect, test } from 'vitest'
import { allPermissions } from '../platform/permission.ts'
import { readPermissions, withAliases } from './permission-names.ts'

test('the specification’s names of modules, reports and actions are understood', () => {
  expect(
    readPermissions({
      classType: ['View', 'Add'],
      TM: ['View', 'Export'],
      ClassMonthlySettlement: ['view'],
      membership: ['View', 'ClearExpired'],
      attendance: ['View', 'Mark', 'Export'],
      report: { Expiry: ['View'] },
    }),
  ).toEqual({
    map: {
      membership: ['view', 'clearExpired'],
      courseType: ['view', 'create'],
      attendance: ['view', 'mark'],
      'report.attendance': ['view', 'export'],
      'report.TM': ['view', 'export'],
      'report.Expiry': ['view'],
      'report.ClassMonthlySettlement': ['view'],
    },
    unknown: [],
    problems: [],
  })
})

test('a map that was read comes back as it was', () => {
  const all = allPermissions()
  expect(withAliases(all)).toMatchObject({ classType: all.courseType, TM: ['view', 'export'] })
  expect(readPermissions(withAliases(all), all)).toEqual({ map: all, unknown: [], problems: [] })
})

test.each(['courseType', 'classType'])('a map that was read and changed under %s is changed', (name) => {
  const was = { courseType: ['view', 'create'] }
  expect(readPermissions({ ...withAliases(was), [name]: ['view'] }, was).map).toEqual({ courseType: ['view'] })
  expect(readPermissions({ ...withAliases(was), [name]: [] }, was).map).toEqual({})
})

test('two names that say different things are refused', () => {
  const { problems } = readPermissions(
    { courseType: ['view'], classType: ['view', 'delete'] },
    { courseType: ['edit'] },
  )
  expect(problems).toEqual([
    { path: 'classType', message: 'Course Type is given under two names with different actions' },
  ])
})

test('a module there is no more is named and left out; an unknown action is refused', () => {
  expect(readPermissions({ warehouse: ['view'], belt: ['view'] })).toEqual({
    map: { belt: ['view'] },
    unknown: ['warehouse'],
    problems: [],
  })
  for (const action of ['fly', '__proto__', 'constructor'])
    expect(readPermissions({ belt: [action] }).problems[0]).toMatchObject({ path: 'belt' })
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect(readPermissions(JSON.parse(`{"${name}":["view"]}`)).unknown).toEqual([name])
})
