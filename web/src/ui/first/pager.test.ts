import { expect, test } from 'vitest'
import { pagesToOffer } from './Pager.tsx'

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 7, [1, 2, 3, 4, 0, 7]],
  [3, 7, [1, 2, 3, 4, 0, 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [9, 9, [1, 0, 6, 7, 8, 9]],
])('page %i of %i', (page, last, offered) => {
  expect(pagesToOffer(page, last)).toEqual(offered)
})
