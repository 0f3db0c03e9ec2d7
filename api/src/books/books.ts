import type { Finding, Proof, Proven } from '@academy/contract/books/books.ts'
import { type RawBuilder, sql } from 'kysely'
import manifest from '../../../package.json' with { type: 'json' }
import { type AuditKey, type Database, inTransaction, type Tx } from '../platform/data/index.ts'
import { localStore } from '../platform/files/index.ts'
import { conflict, systemCaller } from '../platform/http/index.ts'
import { later, type Portal } from '../platform/runtime/index.ts'
import { readAnchors } from './anchors.ts'
import { verifyPictures } from './pictures.ts'
import { type Evidence, type Finding as Found, verify } from './verify.ts'

/** Milliseconds after which a proof whose portal died is given up. */
const longestProof = 2 * 60 * 60 * 1000

const entry = { section: 'Books', docType: 'books' }

/** Whether a proof that has not ended never will: it began long ago, or by a clock that was far ahead. */
function isGivenUp({ portal: { clock } }: Tx): RawBuilder<boolean> {
  const from = (milliseconds: number) => later(clock.now(), milliseconds).toISOString()
  return sql`(started_at < ${from(-longestProof)} or started_at > ${from(longestProof)})`
}

/** Starts a proof; null when one is already running or this night has its own. */
export async function startProof(tx: Tx, night: string | null = null): Promise<string | null> {
  const [stale] = await tx.query<{ id: string }>(
    sql`select id from books_proof where finished_at is null and ${isGivenUp(tx)} for update`,
  )
  if (stale)
    await tx.change(
      { ...entry, docId: stale.id, action: 'Broken off', description: 'A proof of the books never ended' },
      (on) =>
        on().updateTable('booksProof').set({ finishedAt: tx.now, night: null }).where('id', '=', stale.id).execute(),
    )
  // One made while the clock was ahead is not that of a night to come.
  const [busy] = await tx.query(
    sql`select 1 from books_proof where finished_at is null or (night = ${night}::date and finished_at <= ${tx.now}) limit 1`,
  )
  if (busy) return null
  const id = tx.newId()
  // Of two that start at once the second finds the first one's row and does nothing.
  const started = await tx.change(
    { ...entry, docId: id, action: 'Begun', description: 'Began to prove the books' },
    async (on) => {
      if (night !== null)
        await on()
          .updateTable('booksProof')
          .set({ night: null })
          .where('night', '=', night)
          .where('finishedAt', '>', tx.now)
          .execute()
      return on()
        .insertInto('booksProof')
        .values({
          id,
          night,
          byUser: tx.by.userId,
          byName: tx.by.username,
          version: manifest.version,
          startedAt: tx.now,
          finishedAt: null,
          findings: null,
          checks: null,
          faults: null,
        })
        .onConflict((any) => any.doNothing())
        .returning('id')
        .executeTakeFirst()
    },
  )
  return started ? id : null
}

const findingOf = ({ name, count, note, fault }: Found): Finding => ({
  name,
  count,
  note: note ?? null,
  fault: fault ?? null,
})

/** The findings of a proof, as stored in its row and as worded in the audit trail. */
function resultOf(found: readonly Found[]) {
  const faults = found.filter(({ fault }) => fault).length
  const words = faults === 0 ? 'whole' : `${faults} of ${found.length} checks found a fault`
  return {
    stored: { findings: JSON.stringify(found.map(findingOf)), checks: found.length, faults },
    recorded: { action: 'Proved', description: `Proved the books: ${words}` },
  }
}

/** Stores the findings of a proof; without findings it was aborted, and its night may be tried again. */
export async function finish(tx: Tx, id: string, found: readonly Found[] | null): Promise<void> {
  const { stored, recorded } = found
    ? resultOf(found)
    : {
        stored: { night: null },
        recorded: { action: 'Broken off', description: 'The proof of the books was broken off' },
      }
  await tx.change({ ...entry, docId: id, ...recorded }, (on) =>
    on()
      .updateTable('booksProof')
      .set({ finishedAt: tx.now, ...stored })
      .where('id', '=', id)
      .where('finishedAt', 'is', null)
      .execute(),
  )
}

export const evidenceOf = async ({ auditKey, config }: Pick<Portal, 'auditKey' | 'config'>): Promise<Evidence> => ({
  key: auditKey,
  anchors: await readAnchors(config.anchors.file),
})

/** Runs a started proof and stores its result, also when it fails. */
export async function prove(portal: Portal, id: string, by = systemCaller('nightly'), signal?: AbortSignal) {
  const store = (found: readonly Found[] | null) => inTransaction(portal, by, {}, (tx) => finish(tx, id, found))
  let found: Found[]
  try {
    found = await verify(portal.database, await evidenceOf(portal), signal)
  } catch (error) {
    await store(null)
    if (signal?.aborted) return
    throw error
  }
  await store(found)
  for (const { fault, name } of found) if (fault) portal.log.error({ ...fault, check: name }, 'the books do not hold')
}

/** Starts a proof in the background; 409 while one is running. */
export async function proveNow(tx: Tx): Promise<void> {
  const id = await startProof(tx)
  if (id === null) throw conflict('The books are being proven already')
  const { portal, by } = tx
  tx.afterCommit(async () => portal.background.run(() => prove(portal, id, by)))
}

/** Stores a proof that was run outside the portal. */
export async function storeProof(tx: Tx, startedAt: string, found: readonly Found[]): Promise<void> {
  const id = tx.newId()
  const { stored, recorded } = resultOf(found)
  await tx.change({ ...entry, docId: id, ...recorded }, (on) =>
    on()
      .insertInto('booksProof')
      .values({
        id,
        night: null,
        byUser: tx.by.userId,
        byName: tx.by.username,
        version: manifest.version,
        startedAt,
        finishedAt: tx.now,
        ...stored,
      })
      .execute(),
  )
}

interface Row {
  id: string
  startedAt: string
  finishedAt: string
  byName: string
  version: string
  checks: number
  faults: number
  findings: Finding[]
}

const columns = sql`id, started_at, finished_at, by_name, version, checks, faults, findings`
const finished = sql`from books_proof where findings is not null`
const latestFirst = sql`order by finished_at desc, id desc`

const proofOf = ({ id, byName, ...row }: Row): Proof => ({ _id: id, by: byName, ...row })

/** A page of past proofs, the latest first. */
export async function listProofs(tx: Tx, { offset, limit }: { offset: number; limit: number }) {
  const rows = await tx.query<Row>(sql`select ${columns} ${finished} ${latestFirst} offset ${offset} limit ${limit}`)
  const [all] = await tx.query<{ total: number }>(sql`select count(*)::int as total ${finished}`)
  return { items: rows.map(proofOf), total: all?.total ?? 0 }
}

/** The last proof; none that a clock which was ahead dated later than now. */
export async function lastProof(tx: Tx): Promise<Proof | undefined> {
  const [row] = await tx.query<Row>(
    sql`select ${columns} ${finished} and finished_at <= ${tx.now} ${latestFirst} limit 1`,
  )
  return row && proofOf(row)
}

/** When the books were last proven and whether they held. */
export async function provenOf(tx: Tx): Promise<Proven> {
  const last = await lastProof(tx)
  const [busy] = await tx.query<{ since: string }>(
    sql`select started_at as since from books_proof where finished_at is null and not ${isGivenUp(tx)}`,
  )
  return {
    last: last ? { ...last, rows: last.findings.reduce((sum, { count }) => sum + count, 0) } : null,
    underWay: busy?.since ?? null,
  }
}

/** What `verify` finds in a database that was restored, and of its pictures; it is older than the latest anchors. */
export async function findingsIn(
  database: Database,
  files: string,
  key: AuditKey,
  signal?: AbortSignal,
): Promise<readonly Found[]> {
  const findings = await verify(database, { key, anchors: [] }, signal)
  return [...findings, await verifyPictures(database, localStore(files))]
}
