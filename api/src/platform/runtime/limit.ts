/** Runs at most `atOnce` tasks at a time; the others wait in order of arrival. */
export function limit(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // the slot goes straight to the next in the queue, so that a newcomer cannot slip in between
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

interface Lane {
  running: number
  waiting: (() => void)[]
}

interface NamedLimits {
  /** Of one name. */
  atOnce: number
  /** Of all names together, beyond the first of each. */
  beyondFirst?: number
  /** Of one name. */
  mostWaiting?: number
  /** What the next one throws where so many wait. */
  refused?: () => Error
}

/**
 * Runs at most `atOnce` tasks of one name at a time, the others in order of arrival. The first of a name waits for those of no
 * other; for the places beyond, the names take turns.
 */
export function limitByName({
  atOnce,
  beyondFirst = Infinity,
  mostWaiting = Infinity,
  refused = () => new Error('Too many tasks wait'),
}: NamedLimits) {
  const lanes = new Map<string, Lane>()
  let beyond = 0

  const mayStart = ({ running }: Lane) => running === 0 || (running < atOnce && beyond < beyondFirst)
  const start = (lane: Lane) => {
    if (lane.running++ > 0) beyond++
  }
  /** Whose task takes the place of one that has ended: a first one only the same name's. */
  const nextIn = (ended: Lane, name: string): [string, Lane] | undefined => {
    if (ended.running === 0) return [name, ended]
    for (const each of lanes) if (each[1].waiting.length > 0 && mayStart(each[1])) return each
    return undefined
  }
  const end = (lane: Lane, name: string) => {
    if (--lane.running > 0) beyond--
    const [nextName, next] = nextIn(lane, name) ?? []
    const task = next?.waiting.shift()
    if (nextName !== undefined && next && task) {
      start(next)
      // To the end of the line.
      lanes.delete(nextName)
      lanes.set(nextName, next)
      task()
    }
    if (lane.running === 0) lanes.delete(name)
  }

  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] }
    if (lane.waiting.length >= mostWaiting) throw refused()
    lanes.set(name, lane)
    // The place is taken before the task is told, so that a newcomer cannot slip in between.
    if (lane.waiting.length === 0 && mayStart(lane)) start(lane)
    else await new Promise<void>((resolve) => lane.waiting.push(resolve))
    try {
      return await task()
    } finally {
      end(lane, name)
    }
  }
}
