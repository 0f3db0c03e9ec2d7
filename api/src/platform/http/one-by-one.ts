import type { Portal } from '../runtime/portal.ts'
import type { Caller } from './caller.ts'
import { type Conflicts, meaningOf, ours, unauthorized } from './errors.ts'

/**
 * Does the same with each id, once however often it is named: what fails holds up nothing else, and is answered with its reason.
 * Unexpected errors are logged. 401 for the rest once the caller's session has ended, as it does where they lose a right: hundreds
 * take their time. Asked by the session, whose tokens may be renewed meanwhile.
 */
export async function oneByOne<T>(
  portal: Portal,
  { session }: Caller,
  conflicts: Conflicts,
  ids: readonly string[],
  act: (id: string) => Promise<T>,
): Promise<{ done: T[]; failed: { _id: string; message: string }[] }> {
  const done: T[] = []
  const failed: { _id: string; message: string }[] = []
  for (const id of new Set(ids)) {
    if (session && !(await portal.isSession(session))) throw unauthorized()
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
