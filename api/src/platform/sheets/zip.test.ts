import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { UnreadableFile, unzip, zip } from './zip.ts'

const limits = { entries: 10, inflated: 1000 }
const entries = [
  { name: 'a.xml', content: Buffer.from('<a/>') },
  { name: '夹/b.xml', content: Buffer.alloc(0) },
]

test('what is packed is unpacked as it was', () => {
  expect(unzip(zip(entries), limits)).toEqual(entries)
})

test('a comment behind the archive does no harm', () => {
  expect(unzip(Buffer.concat([zip(entries), Buffer.from('made by hand')]), limits)).toEqual(entries)
})

test('entries together stay within the budget', () => {
  const half = { name: 'a', content: Buffer.alloc(600) }
  expect(unzip(zip([half]), limits)).toHaveLength(1)
  expect(() => unzip(zip([half, { ...half, name: 'b' }]), limits)).toThrow(/grows beyond/)
})

test('wherever an archive is cut, it is refused and nothing else is thrown', () => {
  const whole = zip([...entries, { name: 'c', content: deflateRawSync(Buffer.from('c'.repeat(50))) }])
  for (let length = 0; length < whole.length; length++)
    expect(() => unzip(whole.subarray(0, length), limits), `${length} bytes`).toThrow(UnreadableFile)
})

test('whichever byte is wrong, the answer is entries or a refusal', () => {
  const whole = zip(entries)
  for (let at = 0; at < whole.length; at++) {
    const wrong = Buffer.from(whole)
    wrong[at] = 255 - (wrong[at] ?? 0)
    try {
      expect(unzip(wrong, limits).length).toBeLessThanOrEqual(limits.entries)
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile)
    }
  }
})
