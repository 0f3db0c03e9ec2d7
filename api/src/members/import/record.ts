import type { ImportDone } from '@academy/contract/members/import.ts'
import { sql } from 'kysely'
import { chunksOf, type Tx } from '../../platform/data/index.ts'
import { later } from '../../platform/runtime/index.ts'
import { blank, formFields, type MemberValues } from '../columns.ts'
import type { Plan } from './types.ts'

/** How long an import can be undone, in milliseconds. */
const undoPeriod = 24 * 60 * 60 * 1000

/** Imports from before this instant cannot be undone any more. */
export const undoableSince = (tx: Tx): string => later(new Date(tx.now), -undoPeriod).toISOString()

/** The values of a member before or after an import, only those that it changed; of a new one all that it was given. */
export interface Snapshot {
  values: Partial<MemberValues>
  isDisable?: boolean
  isIndependent?: boolean
  parents?: string[]
  credit?: number
  creditExpired?: string | null
}

const changedValues = (values: MemberValues, other: MemberValues): Partial<MemberValues> =>
  Object.fromEntries(formFields.filter((key) => values[key] !== other[key]).map((key) => [key, values[key]]))

function rowsOf(plan: Plan) {
  const made = plan.create.map(({ row, id, ...given }) => {
    const { values, isDisable, isIndependent, parents, credit, creditExpired } = given
    return {
      ...{ row, member: id, isNew: true },
      before: { values: {} } satisfies Snapshot,
      after: {
        ...{ values: changedValues(values, blank), isDisable, isIndependent },
        ...{ parents, credit, creditExpired },
      } satisfies Snapshot,
    }
  })
  const sideOf = (
    values: MemberValues,
    other: MemberValues,
    isDisable: boolean | undefined,
    parents?: string[],
  ): Snapshot => ({
    values: changedValues(values, other),
    ...(isDisable === undefined ? {} : { isDisable }),
    ...(parents ? { parents } : {}),
  })
  const changed = plan.update.map(({ row, existing, values, isDisable, parents }) => ({
    ...{ row, member: existing.id, isNew: false },
    before: sideOf(
      existing.stored,
      values,
      isDisable === existing.isDisable ? undefined : existing.isDisable,
      parents && existing.parentIds,
    ),
    after: sideOf(values, existing.stored, isDisable === existing.isDisable ? undefined : isDisable, parents),
  }))
  return [...made, ...changed]
}

const deleteExpiredRows = (tx: Tx, on: Parameters<Parameters<Tx['change']>[1]>[0]) =>
  on()
    .deleteFrom('memberImportRow')
    .where('import', 'in', (old) => old.selectFrom('memberImport').select('id').where('at', '<=', undoableSince(tx)))
    .execute()

/** Stores what an import changed, for undoing it, with its audit record. */
export async function recordImport(tx: Tx, plan: Plan, file: string, section: string): Promise<void> {
  const { create, update } = plan
  const id = tx.newId()
  const to = { created: create.length, updated: update.length }
  const description = `Imported members from ${file}: ${create.length} created, ${update.length} updated`
  await tx.change({ section, docType: 'import', docId: id, action: 'Imported', description, to }, async (on) => {
    await deleteExpiredRows(tx, on)
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

/** Deletes the stored values of imports that can no longer be undone. */
export async function deleteExpiredImports(tx: Tx): Promise<void> {
  const [old] = await tx.query(sql`
    select 1 from member_import_row join member_import on id = import where at <= ${undoableSince(tx)} limit 1`)
  if (!old) return
  const description = 'Forgot the values of imports that cannot be undone any more'
  await tx.change({ section: 'Membership Profile', docType: 'import', action: 'Forgotten', description }, (on) =>
    deleteExpiredRows(tx, on),
  )
}

const maxListed = 20

/** The last imports, newest first. */
export async function lastImports(tx: Tx): Promise<{ items: ImportDone[] }> {
  const rows = await tx
    .read()
    .selectFrom('memberImport')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  const until = (at: string) => later(new Date(at), undoPeriod).toISOString()
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
