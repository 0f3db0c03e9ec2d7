/** What is committed to the database, by whichever portal: one connection that listens, opened for the first listener. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { changesChannel } from '../audit/audit-trail.ts'
import { addressNow, type Connection, connect, type DatabaseAddress } from './database.ts'
import { endOf } from './database-watch.ts'

/** The types of the documents that a transaction changed, none where it only left a record; `gap` where some may have been missed. */
export type Heard = readonly string[] | 'gap'

export interface Listening {
  /** Tells of everything committed from the first `gap` on. Answers the function that ends it. */
  hear(listener: (heard: Heard) => void): () => void
  close(): Promise<void>
}

interface Options {
  /** Milliseconds between two questions whether the connection is still there, and until the answer is given up. */
  askMs?: number
  silenceMs?: number
}

const shortestWait = 250
const longestWait = 5000

export function listening(
  address: DatabaseAddress,
  log: Pick<Logger, 'warn'>,
  { askMs = 10_000, silenceMs = 3000 }: Options = {},
): Listening {
  const listeners = new Set<(heard: Heard) => void>()
  const closing = new AbortController()
  let running: Promise<void> | undefined

  const tell = (heard: Heard) => {
    for (const listener of listeners) listener(heard)
  }

  /** Rejects when the connection is lost, or the portal closes. */
  async function listenOn(client: Connection): Promise<never> {
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, closing.signal])
    client.once('end', () => lost.abort())
    client.on('notification', ({ payload = '' }) => tell(payload ? payload.split(',') : []))
    await client.query(`listen ${changesChannel}`)
    tell('gap')
    for (;;) {
      await pause(askMs, undefined, { signal, ref: false })
      await client.query('select 1')
    }
  }

  async function run() {
    let wait = shortestWait
    while (!closing.signal.aborted) {
      let client: Connection | undefined
      const began = performance.now()
      try {
        client = await connect(addressNow(address), silenceMs)
        await listenOn(client)
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ error }, 'changes by others are not heard')
      }
      if (client) await endOf(client.end())
      wait = performance.now() - began > longestWait ? shortestWait : Math.min(wait * 2, longestWait)
      await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    hear(listener) {
      listeners.add(listener)
      running ??= run()
      return () => void listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
