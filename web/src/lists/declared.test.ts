import { lists } from '@academy/contract/lists/lists.ts'
import { expect, test } from 'vitest'
import { declared } from './declared.ts'

test('every reference list is found by its name', async () => {
  expect(lists.length).toBeGreaterThan(10)
  const found = await Promise.all(Object.entries(declared).map(async ([name, load]) => [name, await load()]))
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(lists.map((list) => [list.name, list])))
})
