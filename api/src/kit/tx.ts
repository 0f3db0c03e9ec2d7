import { setTimeout as pause } from 'node:timers/promises'
import type { Permission } from '@academy/contract/kit/permission.ts'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { AuditEntry } from './audit.ts'
import { changes } from './audit.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import { forbidden, isRetryable } from './errors.ts'
import { newId } from './ids.ts'
import type { Portal } from './portal.ts'

type Reader<Tables> = Pick<Kysely<Tables>, 'selectFrom' | 'fn'>
type Writer = <Tables>() => Kysely<Tables>

/** The only handle a room ever gets: it reads anything, and cannot write without leaving an audit record. */
export interface Tx {
  readonly by: Caller
  readonly portal: Portal
  /** Instant of this call as ISO text, the same for all it writes. */
  readonly now: string
  /** Business date of this call. */
  readonly today: string
  newId(): string
  read<Tables>(): Reader<Tables>
  /** A query in SQL. Reads only: it must start with select or with. */
  query<Row>(statement: RawBuilder<Row>): Promise<Row[]>
  /**
   * Writes, and records it in the same transaction: one entry for each document changed. The entry may be built from
   * what the write answered.
   */
  change<Result>(
    entry: AuditEntry | readonly AuditEntry[] | ((result: Result) => AuditEntry),
    write: (on: Writer) => Promise<Result>,
  ): Promise<Result>
  /** Throws 403 unless the caller holds the permission. */
  need(permission: Permission): void
  /** The same transaction at another time and by another person: how the demo academy gets its past. */
  as(by: Caller, clock: Clock): Tx
  afterCommit(work: () => Promise<unknown>): void
  onRollback(work: () => Promise<unknown>): void
}

interface Options {
  readOnly?: boolean
  requestId?: string
  /** Repeatable read: what was read and then changed by somebody else makes the transaction start over. */
  steady?: boolean
  /** Wraps the work inside the transaction, for answers that are kept with it. */
  around?: (transaction: Kysely<unknown>, work: () => Promise<unknown>) => Promise<unknown>
}

interface AuditTables {
  auditRecord: {
    id: string
    at: string
    userId: string | null
    username: string
    section: string
    docType: string
    docId: string | null
    action: string
    description: string
    changeFrom: string
    changeTo: string
    requestId: string | null
  }
}

/** Cuts at code points, so that no half character is stored. */
const clip = (text: string, length: number) => [...text].slice(0, length).join('')

async function record(
  db: Kysely<unknown>,
  tx: Pick<Tx, 'by' | 'now' | 'newId'>,
  entries: readonly AuditEntry[],
  options: Options,
) {
  if (entries.length === 0) throw new Error('A change leaves at least one record')
  const rows = entries.map((entry) => {
    const { from, to } = changes(entry.from, entry.to)
    const by = entry.by ?? tx.by
    return {
      id: tx.newId(),
      at: tx.now,
      userId: by.userId,
      username: clip(by.username, 200),
      section: entry.section,
      docType: entry.docType,
      docId: entry.docId ?? null,
      action: entry.action,
      description: clip(entry.description, 1000),
      changeFrom: JSON.stringify(from),
      changeTo: JSON.stringify(to),
      requestId: options.requestId ?? null,
    }
  })
  await (db as Kysely<AuditTables>).insertInto('auditRecord').values(rows).execute()
}

function handleOf(db: Transaction<unknown>, portal: Portal, by: Caller, options: Options, hooks: Hooks): Tx {
  const tx: Tx = {
    by,
    portal,
    now: portal.clock.now().toISOString(),
    today: portal.clock.today(),
    newId: () => newId(portal.clock),
    read: <Tables>() => db as unknown as Reader<Tables>,
    async query(statement) {
      const { sql } = statement.compile(db)
      if (!/^\s*(select|with)\b/i.test(sql)) throw new Error('tx.query only reads; write through tx.change')
      return (await statement.execute(db)).rows
    },
    async change(entry, write) {
      const result = await write(<Tables>() => db as unknown as Kysely<Tables>)
      await record(db, tx, [typeof entry === 'function' ? entry(result) : entry].flat(), options)
      return result
    },
    need(permission) {
      if (!by.can(permission)) throw forbidden(permission)
    },
    as: (other, clock) => handleOf(db, { ...portal, clock }, other, options, hooks),
    afterCommit: (work) => void hooks.afterCommit.push(work),
    onRollback: (work) => void hooks.onRollback.push(work),
  }
  return tx
}

interface Hooks {
  afterCommit: (() => Promise<unknown>)[]
  onRollback: (() => Promise<unknown>)[]
}

const tries = 6

/** Runs work in one transaction, again when the database asks for it. Only serve, jobs, the seed and tests call this. */
export async function inTransaction<Result>(
  portal: Portal,
  by: Caller,
  options: Options,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const hooks: Hooks = { afterCommit: [], onRollback: [] }
    try {
      const result = await portal.database.handle
        .transaction()
        .setIsolationLevel(options.steady ? 'repeatable read' : 'read committed')
        .setAccessMode(options.readOnly ? 'read only' : 'read write')
        .execute(async (db) => {
          const run = () => work(handleOf(db, portal, by, options, hooks))
          return options.around ? ((await options.around(db, run)) as Result) : run()
        })
      for (const after of hooks.afterCommit) await after().catch((error) => portal.log.warn({ error }, 'after commit'))
      return result
    } catch (error) {
      for (const undo of hooks.onRollback) await undo().catch((failure) => portal.log.warn({ failure }, 'on rollback'))
      if (!isRetryable(error) || attempt === tries) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Records what happened to a call that was refused and rolled back. */
export async function recordAlone(portal: Portal, by: Caller, entry: AuditEntry, requestId?: string): Promise<void> {
  await inTransaction(portal, by, { requestId }, (tx) => tx.change(entry, async () => {}))
}
