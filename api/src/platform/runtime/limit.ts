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

/**
 * Runs at most `atOnce` tasks of one name at a time, the others in order of arrival; those of another name do not wait for
 * them. Where `mostWaiting` of a name wait, the next one throws what `refused` makes.
 */
export function limitByName(atOnce: number, mostWaiting = Infinity, refused = () => new Error('Too many tasks wait')) {
  const lanes = new Map<string, { run: ReturnType<typeof limit>; tasks: number }>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(name) ?? { run: limit(atOnce), tasks: 0 }
    if (lane.tasks >= atOnce + mostWaiting) throw refused()
    lanes.set(name, lane)
    lane.tasks++
    try {
      return await lane.run(task)
    } finally {
      if (--lane.tasks === 0) lanes.delete(name)
    }
  }
}
