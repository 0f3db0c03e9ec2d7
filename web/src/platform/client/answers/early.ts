/**
 * Calls made before the code that makes calls has come (startup.ts). The client takes the answer instead of asking again, and
 * does with it what it does with any: a session that is over is renewed, a failure told.
 */
import { addressOf, type PrefetchCall } from '../call-input.ts'

interface Early {
  token: string
  answer: Promise<Response>
}

const asked = new Map<string, Early>()

/** Code that comes later than this asks anew. */
const keptMs = 10_000

/** Asks for what the first page reads, as whoever has the token. */
export function askEarly(token: string, { path, query }: PrefetchCall) {
  const address = addressOf(path, { query })
  const answer = fetch(address, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    credentials: 'same-origin',
  })
  // Told by whoever takes it.
  answer.catch(() => undefined)
  asked.set(address, { token, answer })
  setTimeout(() => asked.delete(address), keptMs)
}

/** The answer to such a call of the same session, once; awaited until the signal aborts. */
export function takeEarly(address: string, token: string | null, signal: AbortSignal): Promise<Response> | undefined {
  const early = asked.get(address)
  asked.delete(address)
  return early?.token === token ? Promise.race([early.answer, abortOf(signal)]) : undefined
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
