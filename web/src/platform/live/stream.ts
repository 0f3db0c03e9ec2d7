/**
 * The stream by which the portal tells what changed: one for this tab, while it is seen. EventSource sends no header, and
 * the session's token belongs in no address, so it is read by fetch.
 */
import { apiRoot } from '@academy/contract/platform/api-root.ts'
import { isReached, onReach } from '../client/reachability.ts'
import { browserTokens } from '../client/session/tokens.ts'
import { chance } from './chance.ts'
import { type LiveEvent, messageReader } from './messages.ts'

/** A tab that is hidden for so long gives its connection back: browsers have few to one address. */
const hiddenMs = 10_000
/** The portal says something every quarter of a minute. */
const silentMs = 40_000
const shortestWaitMs = 1000
const longestWaitMs = 60_000
/** How often it is looked whether there is another token. */
const lookMs = 2000
/** What took longer to arrive than it should is asked for again. */
const marginSeconds = 5

type Outcome = 'over' | 'lost' | 'refused'

export function openStream(tell: (event: LiveEvent) => void): () => void {
  const stopping = new AbortController()
  /** When something last came; before that, when the page was loaded. */
  let heardAt = 0
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const isSeen = () => document.visibilityState === 'visible'
  const whenSeen = () =>
    new Promise<void>((resolve) => {
      if (isSeen() || stopping.signal.aborted) return resolve()
      const done = () => {
        document.removeEventListener('visibilitychange', done)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
      document.addEventListener('visibilitychange', done)
      stopping.signal.addEventListener('abort', done, { once: true })
    })

  /** Reads until the stream ends. */
  async function read(token: string, leaving: AbortController, alive: () => void): Promise<Outcome> {
    const missed = Math.ceil((performance.now() - heardAt) / 1000) + marginSeconds
    const answer = await fetch(`${apiRoot}/events?missed=${missed}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
      cache: 'no-store',
    })
    if (answer.status === 401) return 'over'
    if (answer.status !== 200 || !answer.body) return answer.status >= 500 ? 'lost' : 'refused'
    const take = messageReader()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      alive()
      for (const event of take(value)) {
        if (event.name === 'over') return 'over'
        tell(event)
      }
    }
  }

  async function hear(token: string): Promise<Outcome> {
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    let silence = setTimeout(leave, silentMs)
    let hidden: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(hidden)
      if (!isSeen()) hidden = setTimeout(leave, hiddenMs)
    }
    document.addEventListener('visibilitychange', look)
    stopping.signal.addEventListener('abort', leave, { once: true })
    try {
      return await read(token, leaving, () => {
        heardAt = performance.now()
        clearTimeout(silence)
        silence = setTimeout(leave, silentMs)
      })
    } catch {
      return 'lost'
    } finally {
      leave()
      clearTimeout(silence)
      clearTimeout(hidden)
      document.removeEventListener('visibilitychange', look)
      stopping.signal.removeEventListener('abort', leave)
    }
  }

  async function run() {
    let wait = shortestWaitMs
    while (!stopping.signal.aborted) {
      await whenSeen()
      const token = browserTokens.access()
      if (stopping.signal.aborted) return
      const began = performance.now()
      const outcome = token ? await hear(token) : 'over'
      if (outcome === 'over') {
        while (!stopping.signal.aborted && browserTokens.access() === token) await pause(lookMs)
        continue
      }
      const wasLong = performance.now() - began > longestWaitMs
      wait = outcome === 'refused' ? longestWaitMs : wasLong ? shortestWaitMs : Math.min(wait * 2, longestWaitMs)
      // A tab that was hidden comes back at once.
      if (!stopping.signal.aborted && isSeen()) await pause(wait * (0.5 + chance() / 2))
    }
  }
  const forget = onReach(() => isReached() && wake())
  void run()
  return () => {
    forget()
    stopping.abort()
    wake()
  }
}
