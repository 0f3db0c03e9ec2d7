import { expect, test } from 'vitest'
import { locksOf } from './document-lock.ts'

const [one, other] = ['019aa000-0000-7000-8000-00000000000a', '019AA000-0000-7000-8000-00000000000B']

test('calls that name the same document share its lock, whatever their paths', () => {
  expect(locksOf('/member/:id', { id: one })).toEqual([one])
  expect(locksOf('/expiration/:id', { id: one })).toEqual([one])
  expect(locksOf('/member/:id/remove/:file', { id: one, file: 'picture' })).toEqual([one])
})

test('several documents are locked in one order, each once', () => {
  const both = [one, other.toLowerCase()]
  expect(locksOf('/member/:parent/independent/:child', { parent: one, child: other })).toEqual(both)
  expect(locksOf('/member/:parent/independent/:child', { parent: other, child: one })).toEqual(both)
  expect(locksOf('/member/:parent/independent/:child', { parent: other, child: other.toLowerCase() })).toEqual([
    both[1],
  ])
})

test('without an id the path up to its first parameter is the document', () => {
  expect(locksOf('/holiday/get-by-year/:year', { year: '2026' })).toEqual(['/holiday/get-by-year/2026'])
  expect(locksOf('/doc-num-format/type/:type/next', { type: 'receipt' })).toEqual(['/doc-num-format/type/receipt'])
})

test('a path without parameters locks nothing', () => {
  expect(locksOf('/belt', {})).toEqual([])
})
