/**
 * Detects connections whose network went silent: packets are lost and no error arrives. The operating system notices
 * after a quarter of an hour, this after seconds.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds that a waiting connection may be silent before the server is asked about it. */
const usualSilence = 10_000
/** Milliseconds for a new connection, or for the answer to the smallest query. */
export const longestAnswer = 3000
/** A connection idle for longer is tested before it is lent. */
const longestTrust = 5000

/** Our connections' application name on the server. */
export const application = 'academy'

interface State {
  /** By what the server knows what the connection is at: its process, or, behind a pooler, the name of its transaction. */
  knownAs: string
  /** Whether it waits for an answer. */
  isBusy: boolean
  bytesRead: number
  /** When it last received something, or was last sent a query. */
  heardAt: number
  isInDoubt: boolean
}

/** Watches the connections of a pool, or a single one. */
interface ConnectionWatch {
  /** `name` is the application name of its transactions, where a pooler gives them processes that it does not tell. */
  add(client: pg.Client, name?: string): void
  /** Whether a pooled connection can be lent; one that does not answer is dropped, with all that have been idle as long. */
  isFit(client: pg.Client): Promise<boolean>
  /** Ends the watch and destroys what did not end by itself. */
  stop(): void
}

const socketOf = (client: pg.Client) => client.connection.stream as Socket
/** The server's process id, which the driver's types leave out. */
const processOf = (client: pg.Client) => String((client as unknown as { processID: number | null }).processID ?? '')

type Finding = 'at work' | 'done' | 'silent'

/** The answer of a server, asked on a connection of its own; rejects after some seconds of silence. */
export async function askServer<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const probe = new pg.Client({
    connectionString: url,
    application_name: application,
    connectionTimeoutMillis: longestAnswer,
    query_timeout: longestAnswer,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return (await probe.query<Row>(text, values)).rows
  } finally {
    socketOf(probe).destroy()
  }
}

/** What the server reports about one of its processes. */
async function findingOf(url: string, knownAs: string): Promise<Finding> {
  try {
    // Its statement is done, or its answer does not get through. A copy may be waiting for us.
    const rows = await askServer(
      url,
      `select 1 from pg_stat_activity where $1 in (pid::text, application_name) and state = 'active'
        and (wait_event_type is distinct from 'Client' or query ilike 'copy %')`,
      [knownAs],
    )
    return rows.length > 0 ? 'at work' : 'done'
  } catch (error) {
    // A server that refuses is alive but cannot tell.
    return error instanceof pg.DatabaseError ? 'at work' : 'silent'
  }
}

/** Ends the statements of dropped connections on the server, so that their locks are released. */
const endLeft = `select pg_terminate_backend(pid) from pg_stat_activity
  where $1::text[] && array[pid::text, application_name] and usename = current_user
    and application_name like '${application}%' and state <> 'idle'
    and state_change < now() - interval '2 seconds'`

export function watchConnections(urlOf: () => string, silence = usualSilence): ConnectionWatch {
  const states = new Map<pg.Client, State>()
  const left = new Set<string>()

  const giveUp = (client: pg.Client) => {
    const knownAs = states.get(client)?.knownAs
    if (knownAs) left.add(knownAs)
    states.delete(client)
    // The query fails as if the server had closed the connection.
    socketOf(client).destroy()
  }

  /** All idle connections that have received nothing since. */
  const giveUpResting = (since: number) => {
    for (const [client, { isBusy, heardAt }] of states) if (!isBusy && heardAt <= since) giveUp(client)
  }

  async function doubt(client: pg.Client, state: State) {
    state.isInDoubt = true
    const { bytesRead, heardAt } = state
    const finding = await findingOf(urlOf(), state.knownAs)
    state.isInDoubt = false
    if (!states.has(client) || !state.isBusy || socketOf(client).bytesRead !== bytesRead) return
    if (finding === 'at work') state.heardAt = performance.now()
    else giveUp(client)
    if (finding === 'silent') giveUpResting(heardAt)
  }

  function check() {
    const now = performance.now()
    for (const [client, state] of states) {
      const { bytesRead } = socketOf(client)
      if (bytesRead !== state.bytesRead) Object.assign(state, { bytesRead, heardAt: now })
      else if (state.isBusy && !state.isInDoubt && now - state.heardAt > silence) void doubt(client, state)
    }
  }
  const timer = setInterval(check, Math.min(silence / 4, 1000)).unref()

  return {
    add(client, name) {
      const knownAs = name ?? processOf(client)
      const state: State = { knownAs, isBusy: false, bytesRead: 0, heardAt: performance.now(), isInDoubt: false }
      states.set(client, state)
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((...given: unknown[]) => {
        if (!state.isBusy) Object.assign(state, { isBusy: true, heardAt: performance.now() })
        return query(...given)
      }) as typeof client.query
      client.on('drain', () => void Object.assign(state, { isBusy: false, heardAt: performance.now() }))
      client.once('end', () => states.delete(client))
    },
    async isFit(client) {
      const rested = states.get(client)?.heardAt ?? 0
      try {
        if (performance.now() - rested > Math.min(longestTrust, silence))
          await client.query({ text: 'select 1', query_timeout: longestAnswer } as pg.QueryConfig)
        if (left.size > 0) {
          const those = [...left]
          left.clear()
          await client.query({ text: endLeft, values: [those], query_timeout: longestAnswer } as pg.QueryConfig)
        }
        return true
      } catch {
        giveUp(client)
        giveUpResting(rested)
        return false
      }
    },
    stop() {
      clearInterval(timer)
      for (const client of states.keys()) socketOf(client).destroy()
    },
  }
}

/** Destroys the socket instead of waiting for a goodbye that a silent server never sends. */
export const endOf = (ended: Promise<unknown>): Promise<unknown> =>
  Promise.race([ended.catch(() => undefined), pause(longestAnswer, undefined, { ref: false })])
