import { describe, expect, test } from 'vitest'
import { changesIn } from './changes.ts'

const list = (...rows: [id: string, name: string][]) => ({
  items: rows.map(([_id, name]) => ({ _id, name })),
  total: rows.length,
})
const shown = list(['1', 'Aminah'], ['2', 'Bala'])

describe('how much changed in a list', () => {
  test.each([
    ['nothing', shown, 0],
    ['a row', list(['1', 'Aminah'], ['2', 'Bala Krishnan']), 1],
    ['a row that came on top', list(['3', 'Chong'], ['1', 'Aminah'], ['2', 'Bala']), 1],
    ['a row that pushed the last off the page', list(['3', 'Chong'], ['1', 'Aminah']), 1],
    ['a row that went', list(['2', 'Bala']), 1],
    ['one that came and one that changed', list(['3', 'Chong'], ['1', 'Aminah binti Ali'], ['2', 'Bala']), 2],
    ['the order', list(['2', 'Bala'], ['1', 'Aminah']), 1],
    ['the total', { ...shown, total: 7 }, 1],
  ])('%s', (_, next, changes) => expect(changesIn(shown, next)).toBe(changes))
})

test('figures count as one change, and a link signed anew as none', () => {
  expect(changesIn({ now: 1, weeks: [1] }, { now: 2, weeks: [1] })).toBe(1)
  expect(changesIn({ picture: '/api/files/a.png?until=1' }, { picture: '/api/files/a.png?until=2' })).toBe(0)
})
