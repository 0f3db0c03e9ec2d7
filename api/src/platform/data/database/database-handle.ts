/** The only module with the raw handle of the database, which can write without an audit record. */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { slowMs } from '../../runtime/slow.ts'
import { type Reads, readsOf } from '../reads.ts'
import { names } from '../row-shape.ts'
import type { Schema } from '../schema.ts'
import { findPrimary, noteStandbys, serverNow } from './database-primary.ts'
import { hasOutdatedPlan, singleStatements, sparingWays, wholeTransactions, withCommits } from './database-sending.ts'
import {
  type Limits,
  settingsFault,
  settingsNow,
  settingsOfTransaction,
  settingsText,
  withinCalls,
} from './database-settings.ts'
import { application, endOf, longestAnswer, watchConnections } from './database-watch.ts'

/**
 * Instants come out as ISO text, dates as `YYYY-MM-DD`, times of day as `HH:mm`; dates and times never become a Date.
 * PostgreSQL drops the last zeros of a second, a clock does not: instants of one form are compared and ordered as text.
 */
const types = new pg.TypeOverrides()
const asIs = (text: string) => text
const instant = (text: string) =>
  text.replace(/^(\S+) (\S{8})\.?(\d*)\+00$/, (_, day, time, part) => `${day}T${time}.${part.padEnd(3, '0')}Z`)
types.setTypeParser(pg.types.builtins.DATE, asIs)
types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instant)

/** A PostgreSQL database for reading only. */
export interface Database extends Reads {
  /** Reads from one snapshot, whatever is committed meanwhile. */
  moment<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result>
  /** Throws, saying how to mend it, where a connection does not have the settings that it asked for. */
  checkSettings(): Promise<void>
  /** Throws when the database does not answer, has no tables or takes no changes. */
  ping(): Promise<void>
  /** Connections that are lent and at rest, and callers in line for one. */
  load(): { used: number; idle: number; waiting: number }
  /** Cancels the running statement of a server process, if any. */
  cancel(backend: number): Promise<void>
  close(): Promise<void>
}

const handles = new WeakMap<Database, Kysely<Schema>>()

/** The handle that can write anything. The import rules name who may import it. */
export function rawHandle(database: Database): Kysely<Schema> {
  const handle = handles.get(database)
  if (!handle) throw new Error('This database was not opened by openDatabase')
  return handle
}

/** The address of a PostgreSQL, looked up for each new connection where it may change. */
export type DatabaseAddress = string | (() => string)

interface PoolOptions {
  connections: number
  limits: Limits
  /** Milliseconds of silence after which the server is asked whether it still works on the query. */
  silence?: number | undefined
  /** Whether a text may hold several statements. */
  scripts?: boolean
  /** The server itself, where the address is that of a pooler which lends its connections by the transaction. */
  behindPooler?: DatabaseAddress | undefined
}

export const addressNow = (address: DatabaseAddress): string => (typeof address === 'string' ? address : address())

/** The address now, of the server that took changes last where it names several. */
const urlsOf = (address: DatabaseAddress) => () => serverNow(addressNow(address))

/**
 * Connections that stay however long they rest: as many as a browser asks on at once. A new one signs in, reads the catalogue
 * and makes its plans anew, which a page after half a minute's pause waited for.
 */
const leastKept = 6

/** A pool that drops connections whose network went silent. A caller waits at most 3 s for a connection. */
export function poolOf(address: DatabaseAddress, { connections, limits, silence, scripts, behindPooler }: PoolOptions) {
  const urlOf = urlsOf(address)
  const isOurs = !scripts && behindPooler === undefined
  const standbys = new WeakSet<pg.Client>()
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      // One statement may be sent before the one ahead of it is answered.
      super({ ...config, connectionString: urlOf(), pipeline: isOurs })
      noteStandbys(this, standbys)
    }
  }
  const watch = watchConnections(urlsOf(behindPooler ?? address), silence)
  const pool = new pg.Pool({
    Client,
    types,
    max: connections,
    min: Math.min(leastKept, connections),
    connectionTimeoutMillis: longestAnswer,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: application,
    ...(behindPooler === undefined && { options: settingsText(limits) }),
  })
  // An idle connection that the server closed is replaced on the next request; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The same for a connection in use: its next query fails and reports it.
    client.on('error', () => {})
    if (behindPooler !== undefined) {
      // The process that a pooler names is not that of the server.
      const name = `${application} ${randomBytes(6).toString('hex')}`
      // It sees each statement, of which a call may be three.
      watch.add(client, name)
      wholeTransactions(client, `set local application_name = '${name}'; ${settingsOfTransaction(limits)}`)
    } else {
      if (isOurs) singleStatements(client)
      watch.add(client)
      if (isOurs) sparingWays(client)
    }
    withCommits(client)
  })
  /** Of the server that takes changes, if the address names it; undefined where another one than before was found. */
  async function lent(): Promise<pg.PoolClient | undefined> {
    const before = urlOf()
    const client = await pool.connect().catch((error: Error) => error)
    if (!(client instanceof Error || standbys.has(client))) return client
    if (urlOf() === before) await findPrimary(addressNow(address))
    const isOther = urlOf() !== before
    if (client instanceof Error) {
      if (isOther) return undefined
      throw client
    }
    if (isOther) client.release(true)
    return isOther ? undefined : client
  }
  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await lent()
      if (client && !hasOutdatedPlan(client) && (await watch.isFit(client))) return client
      client?.release(true)
    }
  }
  return {
    pool: { connect, end: () => pool.end(), options: pool.options },
    load: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** Destroys what did not end by itself. */
    stop: () => watch.stop(),
  }
}

interface DatabaseOptions {
  connections?: number
  /** As of `PoolOptions`. */
  silence?: number
  /** As of `PoolOptions`. */
  behindPooler?: DatabaseAddress | undefined
  /** Told of each slow statement: its text, without values. */
  onSlow?: (statement: string, ms: number) => void
  /** Told of each statement, without values. */
  onStatement?: ((statement: string, ms: number, isFailed: boolean) => void) | undefined
}

/** A pool of connections to PostgreSQL, for calls. */
export function openDatabase(
  address: DatabaseAddress,
  { connections = 16, silence, behindPooler, onSlow, onStatement }: DatabaseOptions = {},
): Database {
  const { pool, stop, load } = poolOf(address, {
    connections,
    silence,
    behindPooler,
    limits: withinCalls,
  })
  const handle = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [names],
    ...((onSlow || onStatement) && {
      log: ({ level, query, queryDurationMillis: ms }) => {
        if (ms >= slowMs) onSlow?.(query.sql, ms)
        onStatement?.(query.sql, ms, level === 'error')
      },
    }),
  })
  const database: Database = {
    ...readsOf(handle),
    moment: (work) =>
      handle
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((db) => work(readsOf(db))),
    checkSettings: async () => {
      const fault = settingsFault(withinCalls, await database.query(settingsNow(withinCalls)))
      if (fault) throw new Error(fault)
    },
    ping: async () => {
      const [row] = await database.query<{ readOnly: string }>(
        sql`select current_setting('transaction_read_only') as read_only, exists (select 1 from audit_record)`,
      )
      if (row?.readOnly === 'on') throw new Error('The database takes no changes: it is a standby, or read only')
    },
    load,
    cancel: async (backend) => void (await sql`select pg_cancel_backend(${backend})`.execute(handle)),
    async close() {
      await endOf(handle.destroy())
      stop()
    },
  }
  handles.set(database, handle)
  return database
}
