import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { maySeeSensitive, type Told, toldIn } from '@academy/contract/platform/sensitive.ts'
import type { Portal } from '../../runtime/portal.ts'
import type { FileAnswer } from '../answer.ts'
import type { Caller } from '../caller.ts'

const anyId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi
const longestFilter = 300

/** What was asked for, without the words of a search and without ids: no deletion would find them here. */
const filterOf = (filters: Readonly<Record<string, unknown>>): string | null =>
  Object.entries(filters)
    .map(([name, value]) => `${name}: ${name === 'searchText' ? '********' : String(value).replace(anyId, '********')}`)
    .join(', ')
    .slice(0, longestFilter) || null

/** Takes note of the medical notes and I/C numbers in an answer to somebody who may see them; of a file when it is made. */
export function noteReading(
  portal: Portal,
  caller: Caller,
  route: Endpoint,
  answer: unknown,
  filters: Readonly<Record<string, unknown>>,
): void {
  if (!caller.can(maySeeSensitive) || route.namesNobody) return
  const { userId, username } = caller
  const call = `${route.method} ${route.path}`
  const note = (told: Told) => portal.readings.note({ ...told, userId, username, call, filter: filterOf(filters) })
  const { tells } = isFile(route.result) ? (answer as FileAnswer) : {}
  if (!isFile(route.result)) note(toldIn(answer))
  else if (tells) portal.background.run(async () => note(await tells))
}
