/**
 * Connections whose network went silent: packets are lost on the way, nothing comes and nothing says so. The system
 * notices after a quarter of an hour; this in seconds.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** So long one that waits for an answer may hear nothing before it is asked about, in milliseconds. */
const usualSilence = 10_000
/** So long a new connection, or the answer to the smallest question, may take. */
export const longestAnswer = 3000
/** One that rested longer is asked whether it still answers before it is lent. */
const longestTrust = 5000

/** What our connections are called on the server. */
export const application = 'academy'

interface State {
  /** Whether it waits for an answer. */
  isBusy: boolean
  bytesRead: number
  /** When it heard something last, or was asked something. */
  heardAt: number
  isInDoubt: boolean
}

/** Watches the connections of one pool, or a single one. */
export interface ConnectionWatch {
  add(client: pg.Client): void
  /** Whether one from the pool can be lent; one that does not answer is given up, with all that rest as long. */
  isFit(client: pg.Client): Promise<boolean>
  /** Ends the watch and whatever did not end by itself. */
  stop(): void
}

const socketOf = (client: pg.Client) => client.connection.stream as Socket
/** The server's process; the driver's types do not tell. */
const processOf = (client: pg.Client) => (client as unknown as { processID: number | null }).processID

type Finding = 'at work' | 'done' | 'silent'

/** What the server says about one of its processes, asked on a connection of its own. */
async function findingOf(url: string, pid: number | null): Promise<Finding> {
  const asker = new pg.Client({
    connectionString: url,
    application_name: application,
    connectionTimeoutMillis: longestAnswer,
    query_timeout: longestAnswer,
  })
  asker.on('error', () => {})
  try {
    await asker.connect()
    // Its statement is over, or its answer does not get through. A copy may wait for us.
    const { rows } = await asker.query(
      `select 1 from pg_stat_activity where pid = $1 and state = 'active'
        and (wait_event_type is distinct from 'Client' or query ilike 'copy %')`,
      [pid],
    )
    return rows.length > 0 ? 'at work' : 'done'
  } catch (error) {
    // One that refuses is there, and cannot say.
    return error instanceof pg.DatabaseError ? 'at work' : 'silent'
  } finally {
    socketOf(asker).destroy()
  }
}

/** Ends what connections that were given up still do on the server, so that nobody waits for their locks. */
const endLeft = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and application_name = '${application}' and state <> 'idle'
    and state_change < now() - interval '2 seconds'`

export function watchConnections(urlOf: () => string, silence = usualSilence): ConnectionWatch {
  const states = new Map<pg.Client, State>()
  const left = new Set<number>()

  const giveUp = (client: pg.Client) => {
    const pid = processOf(client)
    if (pid) left.add(pid)
    states.delete(client)
    // Its query fails as if the server had gone.
    socketOf(client).destroy()
  }

  /** All that rest and have not heard since. */
  const giveUpResting = (since: number) => {
    for (const [client, { isBusy, heardAt }] of states) if (!isBusy && heardAt <= since) giveUp(client)
  }

  async function doubt(client: pg.Client, state: State) {
    state.isInDoubt = true
    const { bytesRead, heardAt } = state
    const finding = await findingOf(urlOf(), processOf(client))
    state.isInDoubt = false
    if (!states.has(client) || !state.isBusy || socketOf(client).bytesRead !== bytesRead) return
    if (finding === 'at work') state.heardAt = performance.now()
    else giveUp(client)
    if (finding === 'silent') giveUpResting(heardAt)
  }

  function look() {
    const now = performance.now()
    for (const [client, state] of states) {
      const { bytesRead } = socketOf(client)
      if (bytesRead !== state.bytesRead) Object.assign(state, { bytesRead, heardAt: now })
      else if (state.isBusy && !state.isInDoubt && now - state.heardAt > silence) void doubt(client, state)
    }
  }
  const timer = setInterval(look, Math.min(silence / 4, 1000)).unref()

  return {
    add(client) {
      const state: State = { isBusy: false, bytesRead: 0, heardAt: performance.now(), isInDoubt: false }
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
          const pids = [...left]
          left.clear()
          await client.query({ text: endLeft, values: [pids], query_timeout: longestAnswer } as pg.QueryConfig)
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

/** Waits for an end that a silent server would never come to. */
export const endOf = (ended: Promise<unknown>): Promise<unknown> =>
  Promise.race([ended.catch(() => undefined), pause(longestAnswer, undefined, { ref: false })])
