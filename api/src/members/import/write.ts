import { memberChoices } from '@academy/contract/members/fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { checkReferences } from '../../lists/lists.ts'
import { chunksOf, editAction, type Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { hashPassword } from '../../platform/runtime/index.ts'
import { openWallets } from '../../wallet/wallet.ts'
import { type MemberValues, maskedColumns } from '../columns.ts'
import { section } from '../creation.ts'
import { lockMembers } from '../edit.ts'
import { setParents } from '../family/parents.ts'
import { recordImport } from './record.ts'
import type { ChangedMember, NewMember, Plan } from './types.ts'

/** Hashes the passwords, by row. Two at a time, so that a sign-in meanwhile waits for one of them, not for all. */
export async function hashAll(created: readonly NewMember[], signal: AbortSignal): Promise<Map<number, string>> {
  const left = created.filter(({ password }) => password !== null)
  const hashes = new Map<number, string>()
  const work = async () => {
    for (let next = left.pop(); next && !signal.aborted; next = left.pop())
      if (next.password !== null) hashes.set(next.row, await hashPassword(next.password))
  }
  await Promise.all([work(), work()])
  return hashes
}

/**
 * Locks the members of a plan, and the parents that it gives children, until the transaction ends. False when one of them was
 * changed since the plan was made: then plan again, on locked rows.
 */
export async function lockPlan(tx: Tx, { update, parents }: Plan): Promise<boolean> {
  const changed = new Map(update.map(({ existing }) => [existing.id, existing.version]))
  const areAsSeen = async (seen: ReadonlyMap<string, string>, strength: RawBuilder<unknown>) => {
    const rows = await tx.query<{ id: string; version: string }>(sql`
      select id, row_version as version from member where id = any(${[...seen.keys()]}::uuid[]) and not is_deleted
      order by id ${strength}`)
    return rows.length === seen.size && rows.every(({ id, version }) => seen.get(id) === version)
  }
  const areUpdatesAsSeen = await areAsSeen(changed, sql`for no key update`)
  return (await areAsSeen(parents, sql`for share`)) && areUpdatesAsSeen
}

/** Locks the chosen entries until the transaction ends. */
async function lockChoices(tx: Tx, values: readonly MemberValues[], was: readonly MemberValues[]) {
  for (const { name: key, resource } of memberChoices) {
    const ids = (from: readonly MemberValues[]) => [...new Set(from.flatMap((each) => each[key] ?? []))]
    await checkReferences(tx, resource, ids(values), key, ids(was))
  }
}

async function insertMembers(tx: Tx, created: readonly NewMember[], hashes: ReadonlyMap<number, string>) {
  const rows = created.map(({ row, id, kind, values, isDisable, isIndependent }) => ({
    id,
    kind,
    ...values,
    picture: null,
    password: hashes.get(row) ?? null,
    isDisable,
    isIndependent,
    isProtected: false,
    isDeleted: false,
    createdAt: tx.now,
    updatedAt: tx.now,
  }))
  await tx.change(
    rows.map((row, index) => ({
      section,
      docType: 'member',
      docId: row.id,
      action: 'Created',
      description: `Enrolled ${row.kind} ${row.name}`,
      to: { ...row, mainIDs: created[index]?.parents },
      masked: maskedColumns,
    })),
    async (on) => {
      await on().insertInto('member').values(rows).execute()
      const links = created.flatMap(({ id, parents }) => parents.map((parent) => ({ child: id, parent })))
      if (links.length > 0) await on().insertInto('memberParent').values(links).execute()
    },
  )
  await openWallets(
    tx,
    created.map(({ id, credit, creditExpired }) => ({ member: id, credit, creditExpired })),
  )
}

/** Updates locked members in bulk. */
export async function updateMembers(tx: Tx, changed: readonly ChangedMember[]) {
  const rows = changed.map(({ existing, values, isDisable }) => ({
    id: existing.id,
    kind: existing.kind,
    ...values,
    isDisable,
    isIndependent: existing.isIndependent,
    isProtected: existing.isProtected,
    isDeleted: false,
    createdAt: existing.createdAt,
    updatedAt: tx.now,
  }))
  const names = Object.keys(changed[0]?.values ?? {})
  const set = [...names, 'isDisable', 'updatedAt'].map((name) => {
    const column = sql.ref(name)
    return sql`${column} = excluded.${column}`
  })
  await tx.change(
    changed.map(({ existing, values, isDisable }) => ({
      section,
      docType: 'member',
      docId: existing.id,
      action: 'Updated',
      description: `${editAction(existing, { isDisable })} ${existing.kind} ${values.name}`,
      from: { ...existing.stored, isDisable: existing.isDisable },
      to: { ...values, isDisable },
      masked: maskedColumns,
    })),
    // Every row exists, so this upsert updates many rows in one statement.
    (on) =>
      sql`${on().insertInto('member').values(rows)} on conflict (id) do update set ${sql.join(set)}`.execute(on()),
  )
}

/** Sets the parents of the children whose parents change. */
export async function changeParents(tx: Tx, changed: readonly ChangedMember[]): Promise<void> {
  const moved = changed.filter(({ parents }) => parents)
  const children = await lockMembers(
    tx,
    moved.map(({ existing }) => existing.id),
  )
  await setParents(
    tx,
    moved.flatMap(({ existing, parents = [] }) => {
      const child = children.get(existing.id)
      return child ? [{ child, parents }] : []
    }),
  )
}

/** Writes a plan without problems, its members locked. Answers how many were created and updated. */
export async function writePlan(tx: Tx, plan: Plan, hashes: ReadonlyMap<number, string>, file: string) {
  const { create, update } = plan
  const answer = { created: create.length, updated: update.length }
  if (create.length + update.length === 0) return answer
  const members = [...create, ...update]
  await lockChoices(
    tx,
    members.map(({ values }) => values),
    update.map(({ existing }) => existing.stored),
  )
  // Parents before their children.
  const inOrder = [...create].sort((a, b) => Number(a.kind === 'child') - Number(b.kind === 'child'))
  for (const chunk of chunksOf(inOrder)) await insertMembers(tx, chunk, hashes)
  for (const chunk of chunksOf(update)) await updateMembers(tx, chunk)
  await changeParents(tx, update)
  await recordImport(tx, plan, file, section)
  return answer
}

/** 409 when the members of the import keep changing. */
export const membersChanged = () => conflict('Members were changed while the file was read, please import it again')
