import type { ImportDone } from '@academy/contract/members/import.ts'
import { sql } from 'kysely'
import { chunksOf, type Tx } from '../../platform/data/index.ts'
import { later } from '../../platform/runtime/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import type { Plan } from './shapes.ts'

/** How long an import can be undone, in milliseconds. */
const undoable = 24 * 60 * 60 * 1000

/** Imports from before this instant cannot be undone any more. */
export const undoableSince = (tx: Tx): string => later(new Date(tx.now), -undoable).toISOString()

/** What an import changes of a member: only what differs is kept. */
export interface Kept {
  values: Partial<MemberValues>
  isDisable?: boolean
  parents?: string[]
  credit?: number
  creditExpired?: string | null
}

const keptOf = (values: MemberValues, other: MemberValues): Partial<MemberValues> =>
  Object.fromEntries(formFields.filter((key) => values[key] !== other[key]).map((key) => [key, values[key]]))

function rowsOf(plan: Plan) {
  const made = plan.create.map(({ row, id, parents, credit, creditExpired }) => ({
    ...{ row, member: id, isNew: true },
    before: { values: {} } satisfies Kept,
    after: { values: {}, parents, credit, creditExpired } satisfies Kept,
  }))
  const sideOf = (
    values: MemberValues,
    other: MemberValues,
    isDisable: boolean | undefined,
    parents?: string[],
  ): Kept => ({
    values: keptOf(values, other),
    ...(isDisable === undefined ? {} : { isDisable }),
    ...(parents ? { parents } : {}),
  })
  const changed = plan.update.map(({ row, known, values, isDisable, parents }) => ({
    ...{ row, member: known.id, isNew: false },
    before: sideOf(
      known.stored,
      values,
      isDisable === known.isDisable ? undefined : known.isDisable,
      parents && known.parentIds,
    ),
    after: sideOf(values, known.stored, isDisable === known.isDisable ? undefined : isDisable, parents),
  }))
  return [...made, ...changed]
}

/** Forgets the rows of imports that cannot be undone any more. */
const forget = (tx: Tx, on: Parameters<Parameters<Tx['change']>[1]>[0]) =>
  on()
    .deleteFrom('memberImportRow')
    .where('import', 'in', (old) => old.selectFrom('memberImport').select('id').where('at', '<=', undoableSince(tx)))
    .execute()

/** Keeps what an import did, with the record that it was made. */
export async function keepImport(tx: Tx, plan: Plan, file: string, section: string): Promise<void> {
  const { create, update } = plan
  const id = tx.newId()
  const to = { created: create.length, updated: update.length }
  const description = `Imported members from ${file}: ${create.length} created, ${update.length} updated`
  await tx.change({ section, docType: 'import', docId: id, action: 'Imported', description, to }, async (on) => {
    await forget(tx, on)
    const by = { byUser: tx.by.userId, byName: tx.by.username }
    const undone = { undoneAt: null, undoneByName: null, removed: null, restored: null, remaining: null }
    await on()
      .insertInto('memberImport')
      .values({ id, at: tx.now, file, ...by, ...to, ...undone })
      .execute()
    const rows = rowsOf(plan).map((row) => ({
      ...row,
      import: id,
      before: JSON.stringify(row.before),
      after: JSON.stringify(row.after),
    }))
    for (const chunk of chunksOf(rows)) await on().insertInto('memberImportRow').values(chunk).execute()
  })
}

/** Removes what was kept of imports whose day is over; the portal does it by itself. */
export async function forgetImports(tx: Tx): Promise<void> {
  const [old] = await tx.query(sql`
    select 1 from member_import_row join member_import on id = import where at <= ${undoableSince(tx)} limit 1`)
  if (!old) return
  const description = 'Forgot the values of imports that cannot be undone any more'
  await tx.change({ section: 'Membership Profile', docType: 'import', action: 'Forgotten', description }, (on) =>
    forget(tx, on),
  )
}

const shown = 20

/** The last imports, newest first. */
export async function lastImports(tx: Tx): Promise<{ items: ImportDone[] }> {
  const rows = await tx
    .read()
    .selectFrom('memberImport')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  const until = (at: string) => later(new Date(at), undoable).toISOString()
  return {
    items: rows.map((row) => ({
      _id: row.id,
      at: row.at,
      by: row.byName,
      file: row.file,
      created: row.created,
      updated: row.updated,
      undoUntil: row.undoneAt || Date.parse(row.at) <= Date.parse(undoableSince(tx)) ? null : until(row.at),
      undone: row.undoneAt
        ? {
            ...{ at: row.undoneAt, by: row.undoneByName ?? '', removed: row.removed ?? 0 },
            ...{ restored: row.restored ?? 0, remaining: row.remaining ?? 0 },
          }
        : null,
    })),
  }
}
