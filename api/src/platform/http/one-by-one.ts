import type { Portal } from '../runtime/portal.ts'
import { type Conflicts, meaningOf, ours } from './errors.ts'

/**
 * Does the same with each id, once however often it is named: what fails holds up nothing else, and is answered with its reason.
 * Unexpected errors are logged.
 */
export async function oneByOne<T>(
  portal: Portal,
  conflicts: Conflicts,
  ids: readonly string[],
  act: (id: string) => Promise<T>,
): Promise<{ done: T[]; failed: { _id: string; message: string }[] }> {
  const done: T[] = []
  const failed: { _id: string; message: string }[] = []
  for (const id of new Set(ids)) {
    try {
      done.push(await act(id))
    } catch (error) {
      const meaning = meaningOf(error, conflicts)
      if (!meaning) portal.log.error({ err: error }, 'a fault of ours')
      failed.push({ _id: id, message: meaning?.message ?? ours })
    }
  }
  return { done, failed }
}
