/** Loaded into a portal before its own code by a test: tells when asked how much lives in it after a collection. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

const workers = new Set<Worker>()
process.on('worker', (worker) => {
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
})

/** Taking a picture of a thread's heap collects it first. */
async function heapOf(worker: Worker): Promise<number> {
  const picture = await worker.getHeapSnapshot()
  picture.destroy()
  return (await worker.getHeapStatistics()).used_heap_size
}

process.on('message', async () => {
  // What a collection frees may be what kept something else.
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
