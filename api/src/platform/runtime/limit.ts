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
