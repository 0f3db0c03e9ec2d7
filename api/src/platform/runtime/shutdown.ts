/** Ends a portal in bounded time. */
export interface Endings {
  /** Registers something to end, in reverse order; given up after `most` milliseconds, the timeout it gets. */
  add(name: string, most: number, end: (timeout: number) => unknown): void
  /** Ends everything, once. */
  run(): Promise<void>
}

const late = Symbol('late')

/** Ends within `longest` milliseconds, whatever does not answer; `report` gets what was given up. */
export function endings(longest: number, report: (line: string) => void): Endings {
  const all: { name: string; most: number; end: (timeout: number) => unknown }[] = []

  async function within(timeout: number, name: string, end: (timeout: number) => unknown) {
    const { promise: tooLate, resolve } = Promise.withResolvers<typeof late>()
    const timer = setTimeout(resolve, timeout, late)
    const ended = (async () => end(timeout))().catch((error) => report(`While stopping ${name}: ${error}`))
    if ((await Promise.race([ended, tooLate])) === late)
      report(`Gave up ${name}: not ended within ${(timeout / 1000).toFixed(1)} s`)
    clearTimeout(timer)
  }

  return {
    add: (name, most, end) => void all.push({ name, most, end }),
    async run() {
      const until = performance.now() + longest
      for (const { name, most, end } of all.splice(0).reverse())
        await within(Math.max(Math.min(most, until - performance.now()), 0), name, end)
    },
  }
}
