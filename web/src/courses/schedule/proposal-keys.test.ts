import { expect, test } from 'vitest'
import { keysOf } from './proposal-keys.ts'

const [evening, night] = ['18:00 - 19:00', '20:00 - 21:00'].map((duration) => ({ date: '2026-03-03', duration }))

test('two lost classes of one date and time each have a day of their own, and the one that is left keeps it', () => {
  const both = [evening, evening, night].flatMap((each) => each ?? [])
  const keys = keysOf(both)
  expect(new Set(keys).size).toBe(3)
  expect(keysOf(both.slice(1))).toEqual(keys.slice(1))
})
