import { setTimeout as pause } from 'node:timers/promises'
import { partsOf } from './cluster.ts'
import { createForOwner } from './owner-role.ts'
import { type Embedded, startEmbedded } from './postgres.ts'
import { isServerOf } from './server.ts'

type Start = (signal: AbortSignal) => Promise<Embedded>

interface Options {
  /** The interval between checks of the server. */
  everyMs?: number
  /** The delay before a second attempt, doubled for each further one. */
  firstWaitMs?: number
  longestWaitMs?: number
  /** After this uptime the next restart is immediate again. */
  wellAfterMs?: number
  start?: Start
  /** Also aborts the first start. */
  signal?: AbortSignal
}

// Elsewhere checking a process means running another program.
const defaultCheckMs = process.platform === 'linux' ? 250 : 2000

/** An embedded database that is restarted when its server dies. */
interface SupervisedEmbedded {
  /** The URL of the current server; a restart may change the port. */
  url(): string
  /** The same for the role that owns the tables. */
  ownerUrl(): string
  /** Makes an empty database that belongs to the owner of the tables. */
  createDatabase(name: string): Promise<void>
  /** Stops within so many milliseconds. */
  stop(timeout?: number): Promise<void>
}

/**
 * Starts the embedded database and keeps it running: a server that died is restarted at once, one that dies again or
 * does not start after a growing delay. Throws like startEmbedded when the first start fails.
 */
export async function superviseEmbedded(
  dataDir: string,
  log: (line: string) => void,
  options: Options = {},
): Promise<SupervisedEmbedded> {
  const { everyMs = defaultCheckMs, firstWaitMs = 500, longestWaitMs = 30_000, wellAfterMs = 60_000 } = options
  const start = options.start ?? ((signal) => startEmbedded(dataDir, log, { signal }))
  const stopping = new AbortController()
  options.signal?.addEventListener('abort', () => stopping.abort(), { once: true })
  const sleep = (milliseconds: number) => pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  let server = await start(stopping.signal)
  const alive = () => isServerOf(server.pid, partsOf(server.folder).cluster)

  async function restart(wait: number): Promise<number> {
    log(
      `The database server is gone (process ${server.pid}); ${wait ? `starting it in ${wait / 1000} s` : 'starting it'}`,
    )
    for (let next = wait; ; next = Math.min(Math.max(next * 2, firstWaitMs), longestWaitMs)) {
      await sleep(next)
      if (stopping.signal.aborted) return next
      try {
        server = await start(stopping.signal)
        log(`The database server runs again (process ${server.pid})`)
        return Math.min(Math.max(next * 2, firstWaitMs), longestWaitMs)
      } catch (error) {
        log(`The database server did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  async function watch() {
    let wait = 0
    let since = performance.now()
    while (!stopping.signal.aborted) {
      await sleep(everyMs)
      if (performance.now() - since > wellAfterMs) wait = 0
      if (stopping.signal.aborted || alive()) continue
      wait = await restart(wait)
      since = performance.now()
    }
  }
  const watching = watch()

  return {
    url: () => server.url,
    ownerUrl: () => server.ownerUrl(),
    createDatabase: (name) => createForOwner(server.folder, Number(new URL(server.url).port), name),
    async stop(timeout) {
      stopping.abort()
      await watching
      if (!(await server.stop(timeout)))
        log('The database server did not shut down in time and was ended; it recovers at its next start')
    },
  }
}
