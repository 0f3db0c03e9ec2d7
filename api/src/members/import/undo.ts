import type { ImportUndo } from '@academy/contract/members/import.ts'
import { maySeeSensitive, sensitiveFields } from '@academy/contract/platform/sensitive.ts'
import { sql } from 'kysely'
import { chunksOf, type Tx } from '../../platform/data/index.ts'
import { conflict, found } from '../../platform/http/index.ts'
import { shownInstant } from '../../platform/runtime/index.ts'
import { type LockedWallet, lockWallets, reverseOpenings } from '../../wallet/wallet.ts'
import { section } from '../creation.ts'
import { lockMembers } from '../edit.ts'
import { erase, remove } from '../removal/removal.ts'
import type { ImportRecord } from '../tables.ts'
import { undoableSince } from './record.ts'
import { type Effect, effectOf, type ImportedRow } from './undo-effect.ts'
import { changeParents, updateMembers } from './write.ts'

type Import = ImportRecord

async function importOf(tx: Tx, id: string, lock: boolean): Promise<Import> {
  const query = tx.read().selectFrom('memberImport').selectAll().where('id', '=', id)
  const row = found(await (lock ? query.forUpdate() : query).executeTakeFirst(), 'Import')
  if (row.undoneAt) throw conflict(`This import was undone by ${row.undoneByName} on ${shownInstant(row.undoneAt)}`)
  if (Date.parse(row.at) <= Date.parse(undoableSince(tx)))
    throw conflict('An import can be undone for a day; this one is older')
  return row
}

const rowsOf = (tx: Tx, id: string): Promise<ImportedRow[]> =>
  tx.query<ImportedRow>(
    sql`select row, member, is_new, before, after from member_import_row where import = ${id} order by row`,
  )

const resultOf = ({ remove: leaving, restore, remaining, gone }: Effect): ImportUndo => ({
  removed: leaving.length,
  restored: restore.length,
  remaining: remaining.toSorted((a, b) => a.row - b.row),
  gone,
})

/** Undoing needs the same permissions as the changes that it reverts. */
function needRights(tx: Tx, { restore, openings }: Effect) {
  if (restore.length > 0) tx.need('membership.edit')
  if (openings.size > 0) tx.need('membership.wallet')
  const writesSensitive = restore.some(({ existing: { stored }, values }) =>
    sensitiveFields.some((field) => values[field] !== stored[field]),
  )
  if (writesSensitive) tx.need(maySeeSensitive)
}

/** What undoing an import would do now. 404 unknown, 409 when it was undone or its day is over. */
export async function dryRunUndo(tx: Tx, id: string): Promise<ImportUndo> {
  const row = await importOf(tx, id, false)
  return resultOf(await effectOf(tx, row, await rowsOf(tx, id)))
}

/** Removes new members; those with an opening balance are erased after an entry that reverses it. */
async function removeNew(tx: Tx, { remove: leaving, openings }: Effect, wallets: ReadonlyMap<string, LockedWallet>) {
  for (const chunk of chunksOf(leaving)) {
    const ids = chunk.map(({ id }) => id)
    await reverseOpenings(
      tx,
      ids.flatMap((id) => (openings.has(id) ? found(wallets.get(id), 'Wallet') : [])),
    )
    const records = await lockMembers(tx, ids)
    const inOrder = ids.flatMap((id) => records.get(id) ?? [])
    await remove(
      tx,
      inOrder.filter(({ id }) => !openings.has(id)),
    )
    await erase(
      tx,
      inOrder.filter(({ id }) => openings.has(id)),
    )
  }
}

/**
 * Undoes an import as far as nothing changed since, and answers what stays. 404 unknown, 409 when it was undone already
 * or is older than a day.
 */
export async function undoImport(tx: Tx, id: string): Promise<ImportUndo> {
  const row = await importOf(tx, id, true)
  const rows = await rowsOf(tx, id)
  const ids = rows.map(({ member }) => member)
  await tx.query(sql`select id from member where id = any(${ids}::uuid[]) order by id for no key update`)
  const wallets = await lockWallets(
    tx,
    rows.filter(({ isNew }) => isNew).map(({ member }) => member),
  )
  const effect = await effectOf(tx, row, rows)
  needRights(tx, effect)
  await changeParents(tx, effect.restore)
  for (const chunk of chunksOf(effect.restore)) await updateMembers(tx, chunk)
  await removeNew(tx, effect, wallets)
  const answer = resultOf(effect)
  const remaining = new Set(answer.remaining.map(({ member }) => member)).size
  const counted = { removed: answer.removed, restored: answer.restored, remaining }
  await tx.change(
    {
      section,
      docType: 'import',
      docId: id,
      action: 'Undone',
      description: `Undid the import of ${row.file}: ${answer.removed} removed, ${answer.restored} restored, ${remaining} left`,
      to: { ...counted, left: answer.remaining.map(({ name, reason }) => `${name}: ${reason}`) },
    },
    async (on) => {
      await on()
        .updateTable('memberImport')
        .set({ ...counted, undoneAt: tx.now, undoneByName: tx.by.username })
        .where('id', '=', id)
        .execute()
      await on().deleteFrom('memberImportRow').where('import', '=', id).execute()
    },
  )
  return answer
}
