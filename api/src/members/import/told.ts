import { createHash } from 'node:crypto'
import type { ImportProblem, ImportUpdate } from '@academy/contract/members/import.ts'
import { recordOf } from '@academy/contract/platform/records.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { formFields } from '../columns.ts'
import { headerOf, statusLabels } from '../sheet.ts'
import { problemAt } from './cells.ts'
import { type ChoiceKey, choiceKeys, isChoice, type KnownPeople } from './known.ts'
import type { ChangedMember, Plan } from './shapes.ts'

/** Two spellings of one name: neither case nor blanks make another person. */
const plainName = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()

/** What agrees to one row giving one member another name, and to nothing else. */
const confirmationOf = ({ row, known, values }: ChangedMember) =>
  createHash('sha256')
    .update(JSON.stringify([row, known.id, known.name, values.name]))
    .digest('base64url')
    .slice(0, 12)

const differs = ({ known, values }: ChangedMember) => plainName(known.name) !== plainName(values.name)

const status = (isDisable: boolean) => (isDisable ? statusLabels.disabled : statusLabels.active)

/** Names of these members, also of those that the plan only makes. */
async function namesOf(tx: Tx, ids: readonly string[], plan: Pick<Plan, 'create'>): Promise<Map<string, string>> {
  const stored = await tx.query<{ id: string; name: string }>(
    sql`select id, name from member where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map([
    ...plan.create.map(({ id, values }) => [id, values.name] as const),
    ...stored.map((one) => [one.id, one.name] as const),
  ])
}

/** Everybody a plan would change: who it is, and each field before and after. */
export async function toldUpdates(
  tx: Tx,
  plan: Pick<Plan, 'create' | 'update'>,
  people: KnownPeople,
): Promise<ImportUpdate[]> {
  if (plan.update.length === 0) return []
  const names = await namesOf(
    tx,
    plan.update.flatMap(({ known, parents = [] }) => [...known.parentIds, ...parents]),
    plan,
  )
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '').filter((name) => name !== '')
  const labels = labelsIn(people)
  return plan.update.map((changed) => {
    const { row, known, values, isDisable, parents } = changed
    const changes: ImportUpdate['changes'] = []
    const told = (field: string, from: string | null, to: string | null) =>
      void changes.push({ field, label: headerOf(field), from, to })
    for (const field of formFields)
      if (values[field] !== known.stored[field])
        told(field, known[field], isChoice(field) ? labels(field, values[field]) : values[field])
    if (parents) told('mainIDs', named(known.parentIds).join(', ') || null, named(parents).join(', ') || null)
    if (isDisable !== known.isDisable) told('isDisable', status(known.isDisable), status(isDisable))
    const { id: _id, name, chName, kind, dob, phoneNo, icNo } = known
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
        parents: named(known.parentIds),
      },
      changes,
      ...(differs(changed) ? { confirm: confirmationOf(changed) } : {}),
    }
  })
}

function labelsIn({ choices }: KnownPeople) {
  const byId = (key: ChoiceKey) => new Map([...choices[key].values()].map(({ id, label }) => [id, label]))
  const all = recordOf(choiceKeys, byId)
  return (key: ChoiceKey, id: string | null) => (id === null ? null : (all[key].get(id) ?? null))
}

/** The rows that would give a member the name of somebody else, and that nobody has agreed to. */
export function unconfirmed(plan: Plan, confirmed: readonly string[]): ImportProblem[] {
  const given = new Set(confirmed)
  const isMissing = ({ confirm }: ImportUpdate) => confirm !== undefined && !given.has(confirm)
  const rows = new Set(plan.updates.filter(isMissing).map(({ row }) => row))
  return plan.update
    .filter(({ row }) => rows.has(row))
    .map(({ row, known, values }) =>
      problemAt(row, 'name', `${values.name} would overwrite ${known.name}; confirm this row if they are one person`),
    )
}
