import { expect, test } from 'vitest'
import { messageReader } from './messages.ts'

test('messages are read however they are cut, and comments are left out', () => {
  const text = ':\n\nevent: changed\ndata: payment,wallet\n\n:\n\nevent: again\ndata: \n\nevent: chan'
  for (let size = 1; size <= text.length; size++) {
    const take = messageReader()
    const found = []
    for (let at = 0; at < text.length; at += size) found.push(...take(text.slice(at, at + size)))
    expect(found).toEqual([
      { name: 'changed', kinds: ['payment', 'wallet'] },
      { name: 'again', kinds: [] },
    ])
  }
})
