/** Lets `atOnce` tasks run at a time; the others wait their turn in the order they came. */
export function limit(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // the place goes straight to the next in line, so that a newcomer cannot slip in between
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
