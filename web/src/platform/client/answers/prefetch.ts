/**
 * Answers asked for ahead of the page that wants them: on a first load beside the page's code and the profile instead of
 * after them, later as soon as the pointer rests on a link to the page. routes.tsx and first-pages.ts name the call, the page's own
 * `useCall` takes the answer.
 */
import { addressOf, type PrefetchCall } from '../call-input.ts'
import { request } from '../client.ts'
import { onSessionEnd } from '../session/session.ts'

interface Prefetched {
  take: () => Promise<unknown>
  stopper: AbortController
  /** Set once the answer has come. */
  result?: unknown
}

const prefetched = new Map<string, Prefetched>()

/** After a change: what was asked for before it is outdated. Before signing out: it would be refused. */
export function forgetPrefetched() {
  for (const { stopper } of prefetched.values()) stopper.abort()
  prefetched.clear()
}
onSessionEnd(forgetPrefetched)

/** Older answers are not fresh any more; the page reads again. */
const keptMs = 5_000

/**
 * Asks for what a page will want first, unless that is done already. A failure belongs to the page that takes it, and to
 * nobody when none does. In the background, while nobody opens the page, a session that is over is not found out: the page
 * asks again then.
 */
export function prefetch({ path, query }: PrefetchCall, inBackground = false) {
  const address = addressOf(path, { query })
  if (prefetched.has(address)) return
  const stopper = new AbortController()
  const ask = (given: { inBackground: boolean }) =>
    request('GET', path, { query, signal: stopper.signal, ...given }).then(
      (response): Promise<unknown> => response.json(),
    )
  const answer = ask({ inBackground })
  const entry: Prefetched = {
    stopper,
    take: () => (inBackground ? answer.catch(() => ask({ inBackground: false })) : answer),
  }
  const forget = () => prefetched.get(address) === entry && prefetched.delete(address)
  prefetched.set(address, entry)
  answer.then(
    (result) => {
      entry.result = result
    },
    () => inBackground && forget(),
  )
  setTimeout(forget, keptMs)
}

/** The answer asked for ahead, once. */
export function takePrefetched(address: string): Promise<unknown> | undefined {
  const entry = prefetched.get(address)
  prefetched.delete(address)
  return entry?.take()
}

/** The same where it has come already: the page draws it at once instead of drawing that it waits. */
export function takeArrived(address: string): unknown {
  const result = prefetched.get(address)?.result
  if (result !== undefined) prefetched.delete(address)
  return result
}
