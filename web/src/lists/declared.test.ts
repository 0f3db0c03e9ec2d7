import { lists } from '@academy/contract/lists/lists.ts'
import { expect, test } from 'vitest'
import { declared } from './declared.ts'

test('every reference list is found by its name', async () => {
  expect(lists.length).toBeGreaterThan(10)
  const missing = lists.map(({ name }) => name).filter((name) => !declared[name])
  expect(missing, 'write these lists into web/src/lists/declared.ts').toEqual([])
  const found = await Promise.all(lists.map(({ name }) => declared[name]?.()))
  expect(found).toEqual(lists)
})
