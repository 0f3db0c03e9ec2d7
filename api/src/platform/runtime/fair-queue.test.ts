import { expect, test } from 'vitest'
import { fairQueue, QueueFull } from './fair-queue.ts'

test('whoever fills a lane waits alone: the others are served in turn, and those who go first before them', async () => {
  const run = fairQueue({ atOnce: 1, perLane: 10, inAll: 20 })
  const served: string[] = []
  const ask = (lane: string, goesFirst = false) => run(lane, goesFirst, async () => void served.push(lane))
  await Promise.all([...Array.from({ length: 5 }, () => ask('flood')), ask('office'), ask('known', true)])
  expect(served).toEqual(['flood', 'known', 'office', 'flood', 'flood', 'flood', 'flood'])
})

test('one lane runs one task at a time, several lanes several', async () => {
  const run = fairQueue({ atOnce: 3, perLane: 10, inAll: 20 })
  let now = 0
  const most = { of: 0 }
  const task = async () => {
    most.of = Math.max(most.of, ++now)
    await Promise.resolve()
    now--
  }
  await Promise.all(Array.from({ length: 6 }, () => run('one', false, task)))
  expect(most.of).toBe(1)
  await Promise.all(Array.from({ length: 9 }, (_, lane) => run(String(lane), false, task)))
  expect(most.of).toBe(3)
})

test('a full lane and a full queue refuse at once, and have room again afterwards', async () => {
  const run = fairQueue({ atOnce: 1, perLane: 2, inAll: 3 })
  const hold = Promise.withResolvers<void>()
  const held = ['a', 'a', 'a', 'b'].map((lane) => run(lane, false, () => hold.promise))
  const why = (lane: string, goesFirst = false) =>
    run(lane, goesFirst, async () => 'served').catch((error: unknown) => error instanceof QueueFull && error.isLane)
  expect(await Promise.all([why('a'), why('c')])).toEqual([true, false])
  const first = why('known', true)
  hold.resolve()
  await Promise.all(held)
  expect(await Promise.all([first, why('a')])).toEqual(['served', 'served'])
})

test('a task that fails gives its place to the next', async () => {
  const run = fairQueue({ atOnce: 1, perLane: 2, inAll: 2 })
  const failing = run('a', false, async () => {
    throw new Error('wrong')
  })
  const next = run('a', false, async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
})
