import { expect, test } from 'vitest'
import { meaningOf } from './errors.ts'

test('what is still referred to is told without the name of a table', () => {
  const broken = { code: '23503', table: 'pending_replacement_instructor', constraint: 'one_fkey' }
  const refusal = (conflicts: Record<string, string>) => meaningOf(Object.assign(new Error('fk'), broken), conflicts)
  expect(refusal({})).toMatchObject({ statusCode: 409, message: 'Still in use by other entries' })
  expect(refusal({ one_fkey: 'In use' })?.message).toBe('In use')
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])('a disk that cannot be written (%s) is reported in words', (code) => {
  const meaning = meaningOf(Object.assign(new Error('no space left on device, write'), { code }), {})
  expect(meaning).toMatchObject({ statusCode: 503, retryAfter: 60 })
  expect(meaning?.message).toContain('The disk of the portal is full')
})

test.each(['58030', '58P01', 'EIO'])('a disk that fails (%s) is no fault of ours', (code) => {
  const meaning = meaningOf(Object.assign(new Error('could not read block 7: Input/output error'), { code }), {})
  expect(meaning).toMatchObject({ statusCode: 503, retryAfter: 60, message: expect.stringContaining('A disk failed') })
})
