import { createHash } from 'node:crypto'
import type { ImportProblem, ImportUpdate } from '@academy/contract/members/import.ts'
import { recordOf } from '@academy/contract/platform/records.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { formFields } from '../columns.ts'
import { headerOf, statusLabels } from '../listing/sheet.ts'
import { problemAt } from './cells.ts'
import { type ChoiceKey, choiceKeys, isChoice, type MemberIndex } from './member-index.ts'
import type { ChangedMember, Plan } from './types.ts'

/** Names are compared without case and repeated blanks. */
const normalizedName = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()

/** A token that confirms one row renaming one member, and nothing else. */
const confirmationOf = ({ row, existing, values }: ChangedMember) =>
  createHash('sha256')
    .update(JSON.stringify([row, existing.id, existing.name, values.name]))
    .digest('base64url')
    .slice(0, 12)

const isRenamed = ({ existing, values }: ChangedMember) => normalizedName(existing.name) !== normalizedName(values.name)

const status = (isDisable: boolean) => (isDisable ? statusLabels.disabled : statusLabels.active)

/** Names of stored members and of those that the plan creates. */
async function namesOf(tx: Tx, ids: readonly string[], plan: Pick<Plan, 'create'>): Promise<Map<string, string>> {
  const stored = await tx.query<{ id: string; name: string }>(
    sql`select id, name from member where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map([
    ...plan.create.map(({ id, values }) => [id, values.name] as const),
    ...stored.map((one) => [one.id, one.name] as const),
  ])
}

/** The members a plan would change, with each field before and after. */
export async function describeUpdates(
  tx: Tx,
  plan: Pick<Plan, 'create' | 'update'>,
  people: MemberIndex,
): Promise<ImportUpdate[]> {
  if (plan.update.length === 0) return []
  const names = await namesOf(
    tx,
    plan.update.flatMap(({ existing, parents = [] }) => [...existing.parentIds, ...parents]),
    plan,
  )
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '').filter((name) => name !== '')
  const labels = labelsIn(people)
  return plan.update.map((changed) => {
    const { row, existing, values, isDisable, parents } = changed
    const changes: ImportUpdate['changes'] = []
    const add = (field: string, from: string | null, to: string | null) =>
      void changes.push({ field, label: headerOf(field), from, to })
    for (const field of formFields)
      if (values[field] !== existing.stored[field])
        add(field, existing[field], isChoice(field) ? labels(field, values[field]) : values[field])
    if (parents) add('mainIDs', named(existing.parentIds).join(', ') || null, named(parents).join(', ') || null)
    if (isDisable !== existing.isDisable) add('isDisable', status(existing.isDisable), status(isDisable))
    const { id: _id, name, chName, kind, dob, phoneNo, icNo } = existing
    return {
      row,
      member: {
        _id,
        name,
        chName,
        kind,
        dob,
        phoneNo,
        icEnd: icNo?.slice(-4) ?? null,
        parents: named(existing.parentIds),
      },
      changes,
      ...(isRenamed(changed) ? { confirm: confirmationOf(changed) } : {}),
    }
  })
}

function labelsIn({ choices }: MemberIndex) {
  const byId = (key: ChoiceKey) => new Map([...choices[key].values()].map(({ id, label }) => [id, label]))
  const all = recordOf(choiceKeys, byId)
  return (key: ChoiceKey, id: string | null) => (id === null ? null : (all[key].get(id) ?? null))
}

/** A problem for each row that would rename a member without confirmation. */
export function unconfirmed(plan: Plan, confirmed: readonly string[]): ImportProblem[] {
  const given = new Set(confirmed)
  const isMissing = ({ confirm }: ImportUpdate) => confirm !== undefined && !given.has(confirm)
  const rows = new Set(plan.updates.filter(isMissing).map(({ row }) => row))
  return plan.update
    .filter(({ row }) => rows.has(row))
    .map(({ row, existing, values }) =>
      problemAt(
        row,
        'name',
        `${values.name} would overwrite ${existing.name}; confirm this row if they are one person`,
      ),
    )
}
