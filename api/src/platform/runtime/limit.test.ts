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
  const run = limitByName({ atOnce: 1 })
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
  const run = limitByName({ atOnce: 2, mostWaiting: 1, refused: () => new Error('full') })
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

test('the first of each name begins at once, and for the places beyond the names take turns', async () => {
  const run = limitByName({ atOnce: 3, beyondFirst: 2 })
  const started: string[] = []
  const gates = new Map<string, () => void>()
  const begin = (task: string) =>
    run(task[0] ?? '', () => {
      started.push(task)
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(task, resolve)
      return promise
    })
  const tasks = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'c1']
  const done = new Map(tasks.map((task) => [task, begin(task)]))
  const finish = async (task: string) => {
    gates.get(task)?.()
    await done.get(task)
    return started.splice(0)
  }
  expect(started.splice(0)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  expect(await finish('c1')).toEqual([])
  expect(await finish('a2')).toEqual(['a4'])
  expect(await finish('a1')).toEqual(['b2'])
  expect(await finish('b1')).toEqual(['a5'])
  expect(await finish('a3')).toEqual(['b3'])
  for (const task of ['a4', 'a5', 'b2', 'b3']) expect(await finish(task)).toEqual([])
  // All places are free again.
  for (const task of ['d1', 'd2', 'd3']) done.set(task, begin(task))
  expect(started.splice(0)).toEqual(['d1', 'd2', 'd3'])
  for (const task of ['d1', 'd2', 'd3']) await finish(task)
})
