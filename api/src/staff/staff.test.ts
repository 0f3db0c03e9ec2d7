import { expect, test } from 'vitest'
import { centresOf } from './staff.ts'

const user = { isCenter: false, centreIncharge: [], accessRight: [] }

test('a user is held to the centres in charge, unless all are open', () => {
  expect(centresOf(user)).toBeNull()
  expect(centresOf({ ...user, centreIncharge: ['a', 'b'] })).toEqual(['a', 'b'])
  expect(centresOf({ ...user, isCenter: true, centreIncharge: ['a'] })).toEqual(['a'])
  expect(centresOf({ isCenter: true, centreIncharge: ['a'], accessRight: ['accessAllCentres'] })).toBeNull()
})

test("a centre's user without a centre sees none", () => {
  expect(centresOf({ ...user, isCenter: true })).toEqual([])
})
