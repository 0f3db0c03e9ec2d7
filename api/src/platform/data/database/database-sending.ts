/** How a connection of a pool sends what it is given: which statements it plans once, and where transactions begin and end. */
import type pg from 'pg'
import { isPlanOutdated } from '../../http/errors.ts'
import { behindCommitMark, isRead, plannedOnceMark } from '../reads.ts'

/** The names of statements that a connection keeps planned, by their text. */
const planned = new Map<string, string>()

function nameOf(text: string): string | undefined {
  if (!text.includes(plannedOnceMark)) return undefined
  const name = planned.get(text) ?? `planned ${planned.size}`
  planned.set(text, name)
  return name
}

const outdated = new WeakSet<pg.Client>()
/** Whether a connection has a plan that a migration has made outdated; it is not lent again. */
export const hasOutdatedPlan = (client: pg.Client): boolean => outdated.has(client)

/** Sends statements by the extended protocol, which refuses a text of several. */
export function singleStatements(client: pg.Client): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const send = (name: string | undefined, text: string, values: unknown) =>
    query({ name, text, values, queryMode: 'extended' })
  async function sendPlanned(name: string, text: string, values: unknown): Promise<unknown> {
    try {
      return await send(name, text, values)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      outdated.add(client)
      // Inside a transaction that is over nothing can be sent any more: there the whole is tried again.
      return send(undefined, text, values).catch(() => {
        throw error
      })
    }
  }
  client.query = ((first: unknown, ...more: unknown[]) => {
    if (typeof first !== 'string') return query(first, ...more)
    const name = nameOf(first)
    return name === undefined ? send(name, first, more[0]) : sendPlanned(name, first, more[0])
  }) as typeof client.query
}

const begins = /^(?:begin$|start transaction )/
/** How a transaction begins that only reads: that of a call (`inTransaction`), and `moment`. */
const readsOnly = /read only$/

/** Milliseconds that the commit of a transaction that only read waits for another statement to be sent with. */
const longestCommit = 5

/**
 * A transaction is spared ways of its own. Its begin is sent together with its first statement where this only reads or
 * locks: behind a begin that failed it is alone, which harms nothing, and fails with it. The commit of one that only reads,
 * which nobody waits for, is sent together with what its connection sends next.
 */
export function sparingWays(client: pg.Client): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const { stream } = client.connection
  const done = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] })
  let isReading = false
  /** What is still to be sent. */
  let begin: string | undefined
  let commit: NodeJS.Timeout | undefined
  /** Of a transaction that could not begin, until its end: nothing may run outside of it. */
  let failure: { error: unknown } | undefined
  function sendCommit() {
    if (commit === undefined) return
    clearTimeout(commit)
    commit = undefined
    // Where the connection is gone, the next statement on it fails.
    query('commit').catch(() => undefined)
  }
  function sendBegin(): Promise<unknown> | undefined {
    if (begin === undefined) return
    const text = begin
    begin = undefined
    return query(text).catch((error: unknown) => {
      failure = { error }
      throw error
    })
  }
  function end(how: string): Promise<unknown> {
    const isSent = begin === undefined
    const wasReading = isReading
    begin = undefined
    isReading = false
    if (failure && how === 'commit') return Promise.reject(failure.error)
    failure = undefined
    if (!isSent) return done(how.toUpperCase())
    if (!wasReading || how === 'rollback') return query(how)
    commit = setTimeout(sendCommit, longestCommit).unref()
    return done('COMMIT')
  }
  /** Sends it in one packet with what is still to be sent before it. */
  async function send(...given: unknown[]): Promise<unknown> {
    if (failure) throw failure.error
    stream.cork()
    sendCommit()
    const begun = sendBegin()
    const isAlone = begun && !isReading && !isRead(given[0])
    const answer = isAlone ? begun.then(() => query(...given)) : query(...given)
    stream.uncork()
    return begun ? Promise.all([begun, answer]).then(([, rows]) => rows) : answer
  }
  client.query = ((first: unknown, ...more: unknown[]) => {
    if (typeof first === 'string' && begins.test(first)) {
      isReading = readsOnly.test(first)
      begin = first
      return done('BEGIN')
    }
    if (first === 'commit' || first === 'rollback') return end(first)
    return send(first, ...more)
  }) as typeof client.query
}

const isBehindCommit = (text: unknown) => typeof text === 'string' && text.includes(behindCommitMark)

/** Sends what ends with `behindCommit` in one packet with the commit. */
export function withCommits(client: pg.Client): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const { stream } = client.connection
  let sendBehind: (() => void) | undefined
  client.query = ((first: unknown, ...more: unknown[]) => {
    if (isBehindCommit(first))
      return new Promise((resolve) => {
        sendBehind = () => resolve(query(first, ...more))
      })
    const send = first === 'commit' ? sendBehind : undefined
    if (send || first === 'rollback') sendBehind = undefined
    if (!send) return query(first, ...more)
    stream.cork()
    const committed = query(first)
    send()
    stream.uncork()
    return committed
  }) as typeof client.query
}

/** With the isolation of a statement that is sent alone, whatever the server's default. */
const readCommitted = 'start transaction isolation level read committed'

/**
 * Sends statements through a pooler, which gives each transaction another connection of the server: a transaction brings
 * its settings along, a statement outside of one gets a transaction of its own, and none is planned once.
 */
export function wholeTransactions(client: pg.Client, settings: string): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const send = (text: string, values: unknown) => query({ text, values, queryMode: 'extended' })
  // The simple protocol takes several statements on one way.
  const begin = (text: string) => query(`${text}; ${settings}`)
  async function sendAlone(text: string, values: unknown): Promise<unknown> {
    await begin(readCommitted)
    try {
      const answer = await send(text, values)
      await query('commit')
      return answer
    } catch (error) {
      await query('rollback').catch(() => undefined)
      throw error
    }
  }
  client.query = ((first: unknown, ...more: unknown[]) => {
    if (typeof first !== 'string') return query(first, ...more)
    if (first === 'begin') return begin(readCommitted)
    if (first.startsWith('start transaction')) return begin(first)
    return client.getTransactionStatus() === 'I' || isBehindCommit(first)
      ? sendAlone(first, more[0])
      : send(first, more[0])
  }) as typeof client.query
}
