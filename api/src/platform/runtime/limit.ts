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

/** Runs tasks of one name one after the other, in order of arrival; those of another name do not wait for them. */
export function inTurnByName() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const mine = before ? before.then(task, task) : task()
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
