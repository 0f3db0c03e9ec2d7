import { describe, expect, test } from 'vitest'
import { differingRights, heldOf, stateOf, withAction, withAll } from './permission-choice.ts'

const everything = () => true
const viewOnly = (_: string, action: string) => action === 'view'

describe('choosing permissions', () => {
  test('one by one', () => {
    const given = withAction({}, 'belt', 'view', true)
    expect(given).toEqual({ belt: ['view'] })
    expect(withAction(given, 'belt', 'view', false)).toEqual({ belt: [] })
  })

  test('a whole section, as far as one holds the rights oneself', () => {
    expect(withAll({}, ['belt', 'dashboard'], true, everything)).toEqual({
      belt: ['view', 'create', 'edit', 'delete'],
      dashboard: ['view'],
    })
    expect(withAll({ belt: ['delete'] }, ['belt'], true, viewOnly)).toEqual({ belt: ['view', 'delete'] })
    expect(withAll({ belt: ['view'], sport: ['view'] }, ['belt'], false, everything)).toEqual({
      belt: [],
      sport: ['view'],
    })
  })

  test('those of a usual group, as far as one holds them oneself', () => {
    expect(heldOf({ belt: ['view', 'edit'], sport: ['edit'] }, viewOnly)).toEqual({ belt: ['view'], sport: [] })
  })

  test('a section is all, some or none', () => {
    expect(stateOf({}, ['belt'], everything)).toBe('none')
    expect(stateOf({ belt: ['view'] }, ['belt'], everything)).toBe('some')
    expect(stateOf({ belt: ['view'] }, ['belt'], viewOnly)).toBe('all')
  })
})

test('of several maps only what differs is told', () => {
  const before = { belt: ['view'], coach: ['view'] }
  const theirs = { belt: ['view', 'edit'], coach: ['view'] }
  const yours = { belt: ['view'], coach: ['view'], centre: ['view'] }
  const all = [before, theirs, yours]
  expect(all.map((map) => differingRights(map, all))).toEqual([
    'Belt Color: View; Centre: none',
    'Belt Color: View, Edit; Centre: none',
    'Belt Color: View; Centre: View',
  ])
})
