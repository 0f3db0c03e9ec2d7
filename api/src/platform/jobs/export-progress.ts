/** Any portal on a database knows how far the exports of the others are. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Tx } from '../data/tx.ts'
import { unrecorded } from '../data/unrecorded.ts'
import type { Portal } from '../runtime/portal.ts'
import { type ExportState, exportState, exportsUnderWay } from './export-queue.ts'

/** Milliseconds; a shorter export is over before anybody asks. */
const usualPace = 1000

/** Says again and again how far the exports of this process are, while there are any. */
export function tellingExports(
  { database, background }: Pick<Portal, 'database' | 'background'>,
  pace = usualPace,
  by = `${hostname()} ${process.pid}`,
): { stop(): void } {
  let isTold = false
  let isFirst = true
  let isTelling = false

  async function tell() {
    const exports = exportsUnderWay()
    if (exports.length === 0 && !isTold) return
    isTold = exports.length > 0
    const row = { at: sql<string>`now()`, exports: JSON.stringify(exports) }
    await unrecorded(database)
      .insertInto('exportProgress')
      .values({ process: by, ...row })
      .onConflict((known) => known.column('process').doUpdateSet(row))
      .execute()
    if (!isFirst) return
    isFirst = false
    await unrecorded(database)
      .deleteFrom('exportProgress')
      .where('at', '<', sql<string>`now() - interval '1 day'`)
      .execute()
  }

  /** One at a time: the slower of two would bring an export back that is over. */
  function tellInTurn() {
    if (isTelling) return
    isTelling = true
    background.run(() =>
      tell().finally(() => {
        isTelling = false
      }),
    )
  }

  const timer = setInterval(tellInTurn, pace).unref()
  return { stop: () => clearInterval(timer) }
}

/** The state of the caller's own export with that key, wherever it is made. */
export async function exportStateOf(tx: Tx, key: string): Promise<ExportState> {
  const here = exportState(tx.by, key)
  if (here.state !== 'over') return here
  // A process that has not said so for longer is gone, and its exports with it.
  const [elsewhere] = await tx.query<{ state: ExportState }>(
    sql`select export.value -> 'state' as state from export_progress, jsonb_array_elements(exports) as export
      where at > now() - interval '10 seconds' and export.value ->> 'key' = ${key}
        and export.value ->> 'userId' = ${tx.by.userId}`,
  )
  return elsewhere?.state ?? here
}
