import { expect, test } from 'vitest'
import { UnreadableFile, unzip } from './zip-read.ts'
import { zip } from './zip-write.ts'

const limits = { entries: 10, inflated: 1000 }
const entries = [
  { name: 'a.xml', content: Buffer.from('<a/>') },
  { name: '夹/b.xml', content: Buffer.alloc(0) },
]

test('what is packed is unpacked as it was', async () => {
  expect(unzip(await zip(entries), limits)).toEqual(entries)
})

test('an entry that is not compressed is taken as it is', () => {
  // `a.txt` with the word `plain`, stored by another program.
  const stored = Buffer.from(
    'UEsDBBQAAAAAAAAAIQDPYiAZBQAAAAUAAAAFAAAAYS50eHRwbGFpblBLAQIUAxQAAAAAAAAAIQDPYiAZBQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAoAAAAAAA=',
    'base64',
  )
  expect(unzip(stored, limits)).toEqual([{ name: 'a.txt', content: Buffer.from('plain') }])
  expect(() => unzip(stored, { ...limits, inflated: 4 })).toThrow(/grows beyond/)
})

test('a comment behind the archive does no harm', async () => {
  expect(unzip(Buffer.concat([await zip(entries), Buffer.from('made by hand')]), limits)).toEqual(entries)
})

test('entries together stay within the budget', async () => {
  const half = { name: 'a', content: Buffer.alloc(600) }
  expect(unzip(await zip([half]), limits)).toHaveLength(1)
  const both = await zip([half, { ...half, name: 'b' }])
  expect(() => unzip(both, limits)).toThrow(/grows beyond/)
})

test('wherever an archive is cut, it is refused and nothing else is thrown', async () => {
  const whole = await zip([...entries, { name: 'c', content: Buffer.from('c'.repeat(50)) }])
  for (let length = 0; length < whole.length; length++)
    expect(() => unzip(whole.subarray(0, length), limits), `${length} bytes`).toThrow(UnreadableFile)
})

test('whichever byte is wrong, the answer is entries or a refusal', async () => {
  const whole = await zip(entries)
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
