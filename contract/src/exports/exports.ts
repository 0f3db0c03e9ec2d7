import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

/** How far an export is that its caller is waiting for or downloading. */
export const exportState = z.object({
  /** `over` is one that is finished, was left, or never was. */
  state: z.enum(['waiting', 'making', 'over']),
  /** Those in line before it. */
  ahead: z.number(),
  /** Those being made. */
  making: z.number(),
  /** Written so far. */
  rows: z.number(),
  /** How many it will have, where that is known. */
  expected: z.number().nullable(),
})
export type ExportState = z.output<typeof exportState>

/** What an export may be given as `idempotency-key`, to be asked after by. */
const exportKey = z.string().regex(/^[\w-]{16,64}$/)

export const exports = {
  state: endpoint({
    method: 'GET',
    path: '/export/:key',
    may: 'session',
    summary: "How far the caller's own export is that was asked for with this idempotency-key",
    params: z.object({ key: exportKey }),
    result: exportState,
  }),
}
