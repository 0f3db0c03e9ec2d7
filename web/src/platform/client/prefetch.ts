/**
 * Answers asked for ahead of the page that wants them. On a first load the rows of a list are asked for beside the
 * page's code and the profile instead of after them: routes.tsx names the call, the page's own `useCall` takes the answer.
 */
import { addressOf, type QueryValue, request } from './client.ts'
import { onSessionEnd } from './session.ts'

const waiting = new Map<string, Promise<unknown>>()
/** Those that have come. */
const arrived = new Map<string, unknown>()

/** Nothing this old is fresh any more; the page asks again. */
const keptMs = 5_000

function forget(address: string) {
  waiting.delete(address)
  arrived.delete(address)
}
onSessionEnd(() => {
  for (const address of waiting.keys()) forget(address)
})

export interface EarlyCall {
  /** Of a route without parameters. */
  path: string
  query: Record<string, QueryValue>
}

export function askEarly({ path, query }: EarlyCall) {
  const address = addressOf(path, { query })
  const answer = request('GET', path, { query }).then((response): Promise<unknown> => response.json())
  waiting.set(address, answer)
  answer.then(
    (result) => waiting.has(address) && arrived.set(address, result),
    // A failure belongs to the page that takes it, and to nobody when none does.
    () => undefined,
  )
  setTimeout(() => forget(address), keptMs)
}

/** The answer asked for ahead, once. */
export function takeEarly(address: string): Promise<unknown> | undefined {
  const answer = waiting.get(address)
  forget(address)
  return answer
}

/** The same where it has come already: the page draws it at once instead of drawing that it waits. */
export function takePrefetched(address: string): unknown {
  if (!arrived.has(address)) return undefined
  const answer = arrived.get(address)
  forget(address)
  return answer
}
