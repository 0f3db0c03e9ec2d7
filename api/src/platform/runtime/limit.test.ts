import { expect, test } from 'vitest'
import { limit, limitByName } from './limit.ts'

test('no more tasks than allowed run at once, in the order they came, and a failure frees its place', async () => {
  const inTurn = limit(2)
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const started: number[] = []
  const done = gates.map((gate, index) =>
    inTurn(() => {
      started.push(index)
      return gate.promise
    }),
  )
  expect(started).toEqual([0, 1])
  gates[1]?.reject(new Error('failed'))
  await expect(done[1]).rejects.toThrow('failed')
  expect(started).toEqual([0, 1, 2])
  gates[0]?.resolve(0)
  await done[0]
  expect(started).toEqual([0, 1, 2, 3])
  gates.forEach((gate, index) => {
    gate.resolve(index)
  })
  expect(await Promise.all([done[2], done[3], done[4]])).toEqual([2, 3, 4])
})

test('tasks of one name run one after the other, also after a failure, and those of another name at once', async () => {
  const run = limitByName(1)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const started: number[] = []
  const done = gates.map((gate, index) =>
    run(index === 2 ? 'other' : 'one', () => {
      started.push(index)
      return gate.promise
    }),
  )
  expect(started).toEqual([0, 2])
  gates[0]?.reject(new Error('failed'))
  await expect(done[0]).rejects.toThrow('failed')
  expect(started).toEqual([0, 2, 1])
  gates.forEach((gate, index) => {
    gate.resolve(index)
  })
  expect(await Promise.all([done[1], done[2], done[3]])).toEqual([1, 2, 3])
  expect(started).toEqual([0, 2, 1, 3])
})

test('of one name only so many wait, and the next one is refused until there is room', async () => {
  const run = limitByName(2, 1, () => new Error('full'))
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<number>())
  const done = gates.map((gate) => run('one', () => gate.promise))
  await expect(run('one', async () => 0)).rejects.toThrow('full')
  expect(await run('other', async () => 7)).toBe(7)
  gates[0]?.resolve(0)
  await done[0]
  const next = run('one', async () => 3)
  for (const gate of gates) gate.resolve(0)
  expect(await next).toBe(3)
  await Promise.all(done)
})
