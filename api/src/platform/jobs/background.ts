/** Work that no caller waits for, but that the portal finishes before it closes. */
export interface Background {
  /** Starts a task; its failure goes to `onFault`. */
  run(work: () => Promise<unknown>): void
  /** Resolves when every started task is done. */
  settled(): Promise<void>
}

export function background(onFault: (error: unknown) => void): Background {
  const running = new Set<Promise<unknown>>()
  return {
    run(work) {
      const task = work()
        .catch(onFault)
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
