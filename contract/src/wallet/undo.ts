import { z } from 'zod'
import { endpoint, type May } from '../platform/endpoint.ts'
import { change, reference } from '../platform/query.ts'

/** What an undo does, or would do. */
const undoEffect = z.object({
  /** Whole sentences, beside what happens to the wallets. */
  lines: z.array(z.string()),
  /** The wallets it touches: credits and last day, before and after. */
  wallets: z.array(
    z.object({
      member: reference('name'),
      wallet: change(z.number()),
      creditExpired: change(z.string().nullable()),
    }),
  ),
  /** The document that it makes: a reversing adjustment, or the same order again. */
  made: z.object({ _id: z.string(), number: z.string() }).nullable(),
})
export type UndoEffect = z.output<typeof undoEffect>

interface Undoing {
  may: May
  /** What is undone, and how. */
  summary: string
  confirm: string
}

/** The two calls of everything that is undone: what it would do, and doing it. */
export const undoOf = <const Path extends string>(path: Path, { may, summary, confirm }: Undoing) => ({
  rehearse: endpoint({
    method: 'POST',
    path: `${path}/undo/rehearse`,
    may,
    status: 200,
    summary: 'What the undo would do: done and taken back again, nothing stays; refused as the undo would be',
    result: undoEffect,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/undo`,
    may,
    status: 200,
    summary,
    result: undoEffect,
    confirm,
    done: 'Undone',
  }),
})
