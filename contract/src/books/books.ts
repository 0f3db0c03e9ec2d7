import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { listOf, page } from '../platform/query.ts'

export const finding = z.object({
  /** What must hold. */
  name: z.string(),
  /** How many rows were looked at. */
  count: z.number(),
  note: z.string().nullable(),
  /** The first row that is wrong, and what is wrong with it. */
  fault: z.object({ row: z.string(), problem: z.string() }).nullable(),
})
export type Finding = z.output<typeof finding>

export const proof = z.object({
  _id: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** A username, 'nightly' or 'command line'. */
  by: z.string(),
  version: z.string(),
  checks: z.number(),
  faults: z.number(),
  findings: z.array(finding),
})
export type Proof = z.output<typeof proof>

/** Whether the books hold, for the dashboard: no row is named. */
export const proven = z.object({
  last: proof.omit({ findings: true }).extend({ rows: z.number() }).nullable(),
  /** Since when one is under way. */
  underWay: z.string().nullable(),
})
export type Proven = z.output<typeof proven>

export const books = {
  proven: endpoint({ method: 'GET', path: '/books/proven', may: 'dashboard.view', result: proven }),
  list: endpoint({
    method: 'GET',
    path: '/books',
    may: 'audit_trail.view',
    summary: 'The proofs there were, the latest first, with everything they checked',
    query: z.object({ offset: page([]).offset, limit: page([]).limit }),
    result: listOf(proof),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/books',
    may: 'audit_trail.view',
    summary: 'Begins to prove the books and answers at once; 409 while a proof is under way',
    result: proven,
    confirm: 'Are you sure to prove the books now?',
    done: 'Proving the books',
  }),
}
