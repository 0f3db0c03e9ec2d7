/** Preloaded into a portal by a test: reports on request the live memory after a garbage collection. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

const workers = new Set<Worker>()
process.on('worker', (worker) => {
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
})

/** A heap snapshot collects garbage first. */
async function heapOf(worker: Worker): Promise<number> {
  const picture = await worker.getHeapSnapshot()
  picture.destroy()
  return (await worker.getHeapStatistics()).used_heap_size
}

process.on('message', async () => {
  // One collection may release references that only the next one frees.
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await turn()
  }
  const threads = await Promise.all([...workers].map(heapOf))
  const { heapUsed, external } = process.memoryUsage()
  const inThreads = threads.reduce((sum, each) => sum + each, 0)
  process.send?.({ heap: heapUsed / 1e6, buffers: external / 1e6, threads: inThreads / 1e6 })
})
process.channel?.unref()
