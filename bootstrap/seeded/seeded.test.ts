import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../children.mjs'
import { bugs, withoutLock } from './bugs.mjs'
import { seeded } from './copy.mjs'

test.each([...bugs, withoutLock])('a bug to be seeded still has its place: $says', (bug) => {
  const text = readFileSync(join(root, bug.file), 'utf8')
  expect(seeded(text, bug)).not.toBe(text)
})

test('one whose words are not in the file is no bug', () => {
  const bug = { says: 'Nothing', file: 'nowhere.ts', find: 'these words', put: '' }
  expect(() => seeded('other words', bug)).toThrow('"Nothing" is to replace words that are in nowhere.ts 0 times')
})
