import { expect, test } from 'vitest'
import { meaningOf } from './errors.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])('a disk that cannot be written (%s) is reported in words', (code) => {
  const meaning = meaningOf(Object.assign(new Error('no space left on device, write'), { code }), {})
  expect(meaning).toMatchObject({ statusCode: 503, retryAfter: 60 })
  expect(meaning?.message).toContain('The disk of the portal is full')
})
