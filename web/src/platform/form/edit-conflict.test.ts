import { expect, test } from 'vitest'
import { differences } from './edit-conflict.ts'

test('two records differ where a value was changed, added or taken away', () => {
  const before = { name: 'Mei', note: null, mainIDs: ['a', 'b'], phoneNo: '0123456789' }
  const after = { name: 'Mei', note: 'Left-handed', mainIDs: ['a'], phoneNo: undefined, belt: null }
  expect(differences(before, after)).toEqual(['note', 'mainIDs', 'phoneNo'])
})

test('a picture is the same under a link that was signed anew, and another under another file', () => {
  const picture = (link: string) => ({ picture: link })
  const link = '/api/files/0af1.png?e=1&s=x'
  expect(differences(picture(link), picture('/api/files/0af1.png?e=2&s=y'))).toEqual([])
  expect(differences(picture(link), picture('/api/files/77aa.png?e=1&s=x'))).toEqual(['picture'])
})
