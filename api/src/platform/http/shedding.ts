import { getHeapStatistics } from 'node:v8'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../runtime/config/config.ts'
import { HttpError } from './errors.ts'

/** Milliseconds over which the delay of the event loop is averaged; one pause alone refuses nobody for long. */
const sampleMs = 2000
const retryAfter = 2

/** What a portal can have too little of. */
export const shedReasons = ['event loop', 'heap'] as const
export type ShedReason = (typeof shedReasons)[number]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served even while calls are shed. */
    pressureHandler?: () => void
  }
}

/** The config of a route that is served even while calls are shed. */
export const neverShed = { pressureHandler: () => undefined }

/** Refuses calls with 503 while the portal cannot keep up, so that those under way are answered. */
export async function shedLoad(app: FastifyInstance, shed: Config['shed'], onShed?: (reason: ShedReason) => void) {
  // The routes of a start hold the loop up, too; what was measured of that stands for one sample more.
  let isStarted = false
  app.addHook('onReady', async () => {
    setTimeout(() => {
      isStarted = true
    }, 2 * sampleMs).unref()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: shed.delayMs,
    maxHeapUsedBytes: (getHeapStatistics().heap_size_limit * shed.heapPercent) / 100,
    sampleInterval: sampleMs,
    pressureHandler: async ({ routeOptions: { url } }, _reply, type, value = 0) => {
      // A page that came in half helps nobody, and its files cost little.
      if (!isStarted || !url?.startsWith(apiRoot)) return
      const isHeap = type === underPressure.TYPE_HEAP_USED_BYTES
      onShed?.(isHeap ? 'heap' : 'event loop')
      const cause = new Error(
        isHeap
          ? `the heap holds ${Math.round(value / 1e6)} MB (SHED_HEAP)`
          : `the event loop is ${value === Infinity ? `more than ${sampleMs}` : Math.round(value)} ms late (SHED_DELAY)`,
      )
      throw Object.assign(new HttpError(503, 'The portal is too busy, please try again', { retryAfter }), { cause })
    },
  })
}
