/** The queue has no room; `isLane` when it is the lane's own fault. */
export class QueueFull extends Error {
  readonly isLane: boolean
  constructor(isLane: boolean) {
    super('the queue is full')
    this.isLane = isLane
  }
}

interface Limits {
  atOnce: number
  /** Tasks that may wait in one lane, and in all those that do not go first. */
  perLane: number
  inAll: number
}

/**
 * Runs tasks by lanes: one of a lane at a time, the lanes in turn, so that whoever fills one waits alone. A task without
 * room is refused at once with `QueueFull`. Lanes that go first are not held up by a queue full of others.
 */
export function fairQueue({ atOnce, perLane, inAll }: Limits) {
  const lanes = new Map<string, { goesFirst: boolean; tasks: (() => void)[] }>()
  const turns = { first: [] as string[], others: [] as string[] }
  let running = 0
  let waiting = 0

  const startNext = () => {
    while (running < atOnce) {
      const name = turns.first.shift() ?? turns.others.shift()
      const lane = name === undefined ? undefined : lanes.get(name)
      const task = lane?.tasks.shift()
      if (!lane || !task) return
      if (!lane.goesFirst) waiting--
      running++
      task()
    }
  }
  const takeTurn = (name: string, goesFirst: boolean) => (goesFirst ? turns.first : turns.others).push(name)

  return async function run<T>(name: string, goesFirst: boolean, task: () => Promise<T>): Promise<T> {
    const lane = lanes.get(name) ?? { goesFirst, tasks: [] }
    if (lane.tasks.length >= perLane) throw new QueueFull(true)
    if (!lane.goesFirst && waiting >= inAll) throw new QueueFull(false)
    await new Promise<void>((resolve) => {
      lane.tasks.push(resolve)
      if (!lane.goesFirst) waiting++
      if (!lanes.has(name)) {
        lanes.set(name, lane)
        takeTurn(name, lane.goesFirst)
      }
      startNext()
    })
    try {
      return await task()
    } finally {
      running--
      if (lane.tasks.length > 0) takeTurn(name, lane.goesFirst)
      else lanes.delete(name)
      startNext()
    }
  }
}
