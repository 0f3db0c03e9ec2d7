/** What ends a portal, in a bounded time. */
export interface Endings {
  /** Something to end, after all that began later; given up after `most` milliseconds. It is told how many it has. */
  add(name: string, most: number, end: (patience: number) => unknown): void
  /** Ends all of it, once. */
  run(): Promise<void>
}

const late = Symbol('late')

/** Ends within `longest` milliseconds, whatever does not answer; `tell` hears what was given up. */
export function endings(longest: number, tell: (line: string) => void): Endings {
  const all: { name: string; most: number; end: (patience: number) => unknown }[] = []

  async function within(patience: number, name: string, end: (patience: number) => unknown) {
    const { promise: tooLate, resolve } = Promise.withResolvers<typeof late>()
    const timer = setTimeout(resolve, patience, late)
    const ended = (async () => end(patience))().catch((error) => tell(`While stopping ${name}: ${error}`))
    if ((await Promise.race([ended, tooLate])) === late)
      tell(`Gave up ${name}: not ended within ${(patience / 1000).toFixed(1)} s`)
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
