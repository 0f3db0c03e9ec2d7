import { setTimeout as pause } from 'node:timers/promises'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { Compilable, Kysely, RawBuilder, Transaction } from 'kysely'
import { type Caller, isStranger } from '../http/caller.ts'
import { forbidden, isAway, isRetryable } from '../http/errors.ts'
import { answerOnce, type RepeatableCall } from '../http/idempotency.ts'
import type { Clock } from '../runtime/clock.ts'
import { limit, limitByName } from '../runtime/limit.ts'
import type { Portal } from '../runtime/portal.ts'
import type { AuditEntry } from './audit/audit.ts'
import { withNames } from './audit/audit-names.ts'
import { type AuditRow, appendAudit, auditRow, flushWal, type TrailEnd } from './audit/audit-trail.ts'
import { rawHandle } from './database/database-handle.ts'
import { newId } from './ids.ts'
import { backendOf, limitStatements, portionsOf } from './portions.ts'
import { type Reads, readsOf } from './reads.ts'
import type { Schema } from './schema.ts'

type Writer = () => Kysely<Schema>

/** The only database handle a module gets: it reads anything, and cannot write without an audit record. */
export interface Tx extends Reads {
  readonly by: Caller
  readonly portal: Portal
  /** Instant of this call as ISO text, the same for everything it writes. */
  readonly now: string
  /** Business date of this call. */
  readonly today: string
  /** Of a transaction on the standby: the instant up to which it has everything. */
  readonly asOf: string | undefined
  newId(): string
  /** The rows of a query a few hundred at a time, read on demand, for large results. Leaving the loop closes the cursor. */
  portions<Row>(query: Compilable<Row> | RawBuilder<Row>): AsyncGenerator<Row[]>
  /** Limits a statement of this transaction, in milliseconds. */
  limitStatements(milliseconds: number): Promise<void>
  /** Cancels from outside the statement that this transaction waits for; `stopped` resolves before the transaction ends. */
  stopper(): Promise<Stopper>
  /**
   * Writes, and records it in the same transaction: one entry for each document changed. The entry may be built from
   * the result of the write.
   */
  change<Result>(
    entry: AuditEntry | readonly AuditEntry[] | ((result: Result) => AuditEntry | readonly AuditEntry[]),
    write: (on: Writer) => Promise<Result>,
  ): Promise<Result>
  /** Throws 403 unless the caller holds the permission. */
  need(permission: Permission): void
  /** The same transaction at another time and by another person; the demo academy's past is made with it. */
  as(by: Caller, clock: Clock): Tx
  afterCommit(work: () => Promise<unknown>): void
  onRollback(work: () => Promise<unknown>): void
}

interface Stopper {
  stop(): void
  stopped(): Promise<void>
}

interface Options {
  readOnly?: boolean
  /** Reads the standby, where there is one that lags little. Only with `readOnly`. */
  fromStandby?: boolean
  requestId?: string
  /** Called before the first write, with the rows it decides on locked; throws where the write must not happen. */
  beforeChange?: (tx: Tx) => Promise<void>
  /** Nothing changes beside the audit trail. */
  onlyRecords?: boolean
  /** The idempotency key of the call: the answer is stored with the transaction. */
  once?: RepeatableCall | undefined
}

interface Pending {
  /** Records to write when the work is done. */
  records: AuditRow[]
  /** The types of the documents they are of, unless nothing but the trail changes. */
  changed: Set<string>
  /** The result of beforeChange, called once. */
  guarded?: Promise<void> | undefined
  afterCommit: (() => Promise<unknown>)[]
  onRollback: (() => Promise<unknown>)[]
}

/** The database of a transaction, and of the standby as of when. */
interface Source {
  database: Portal['database']
  asOf?: string
}

function handleOf(
  db: Transaction<Schema>,
  { portal, source }: { portal: Portal; source: Source },
  by: Caller,
  options: Options,
  pending: Pending,
): Tx {
  const tx: Tx = {
    by,
    portal,
    now: portal.clock.now().toISOString(),
    today: portal.clock.today(),
    asOf: source.asOf,
    newId: () => newId(portal.clock),
    ...readsOf(db),
    portions: (query) => portionsOf(db, query),
    limitStatements: (milliseconds) => limitStatements(db, milliseconds),
    async stopper() {
      const backend = await backendOf(db)
      let stopping = Promise.resolve()
      const warn = (error: unknown) => portal.log.warn({ error }, 'a statement could not be stopped')
      const stop = () => {
        stopping = source.database.cancel(backend).catch(warn)
      }
      return { stop, stopped: () => stopping }
    },
    async change(entry, write) {
      pending.guarded ??= options.beforeChange?.(tx)
      await pending.guarded
      const result = await write(() => db)
      const entries = [typeof entry === 'function' ? entry(result) : entry].flat()
      if (entries.length === 0) throw new Error('A change leaves at least one record')
      if (!options.onlyRecords) for (const { docType } of entries) pending.changed.add(docType)
      pending.records.push(...entries.map((each) => auditRow(each, tx, options.requestId)))
      return result
    },
    need(permission) {
      if (!by.can(permission)) throw forbidden(permission)
    },
    as: (other, clock) => handleOf(db, { portal: { ...portal, clock }, source }, other, options, pending),
    afterCommit: (work) => void pending.afterCommit.push(work),
    onRollback: (work) => void pending.onRollback.push(work),
  }
  return tx
}

const tries = 6

/** Who waited in the database for a call with the same key would hold a connection, which that call may need to go on. */
const keysInTurn = limitByName(1)

/** Who is not signed in shares a few connections: a thousand who call at once wait among themselves. */
const strangersInTurn = limit(6)

/** Runs work in one transaction, retried when the database asks for it. Only serve, jobs, the seed and tests call this. */
export function inTransaction<Result>(
  portal: Portal,
  by: Caller,
  options: Options,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { once } = options
  const begin = () => untilCommitted(portal, by, options, work)
  const run = isStranger(by) ? () => strangersInTurn(begin) : begin
  return once ? keysInTurn(`${once.userId} ${once.key}`, run) : run()
}

async function untilCommitted<Result>(
  portal: Portal,
  by: Caller,
  options: Options,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const pending: Pending = { records: [], changed: new Set(), afterCommit: [], onRollback: [] }
    let isCommitted = false
    const mayBeStandby = options.fromStandby && options.readOnly && attempt === 1
    const standby = mayBeStandby ? await portal.standby?.now() : null
    const source: Source = standby ?? { database: portal.database }
    try {
      const result = await rawHandle(source.database)
        .connection()
        .execute(async (connection) => {
          let flushed: Promise<TrailEnd> | undefined
          const done = await connection
            .transaction()
            // Reads see one snapshot: rows, their count and their sums agree.
            .setIsolationLevel(options.readOnly ? 'repeatable read' : 'read committed')
            .setAccessMode(options.readOnly ? 'read only' : 'read write')
            .execute(async (db) => {
              const run = () => work(handleOf(db, { portal, source }, by, options, pending))
              const { once } = options
              const answer = once ? ((await answerOnce(db, portal, once, run)) as Result) : await run()
              await appendAudit(db, portal.auditKey.marked(await withNames(db, pending.records)), pending.changed)
              if (pending.records.length > 0) flushed = flushWal(db)
              // Where the commit fails, nobody waits for it.
              flushed?.catch(() => undefined)
              return answer
            })
          isCommitted = true
          if (flushed) portal.auditKey.reached(await flushed)
          return done
        })
      for (const after of pending.afterCommit)
        await after().catch((error) => portal.log.warn({ error }, 'after commit'))
      return result
    } catch (error) {
      if (isCommitted) throw error
      for (const undo of pending.onRollback)
        await undo().catch((failure) => portal.log.warn({ failure }, 'on rollback'))
      // What the standby cannot answer, or has to give up for what it replays, the primary does.
      if (standby && isAway(error)) continue
      if (!isRetryable(error) || attempt === tries) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Records a call that was refused and rolled back. */
export async function recordAlone(portal: Portal, by: Caller, entry: AuditEntry, requestId?: string): Promise<void> {
  await inTransaction(portal, by, { requestId, onlyRecords: true }, (tx) => tx.change(entry, async () => {}))
}
