import type { FamilyRemoval } from '@academy/contract/families/families.ts'
import { deleteMembers, dryRunRemovals } from '../members/members.ts'
import type { Tx } from '../platform/data/index.ts'
import { familyOf } from './family.ts'

/** What the deletion of a family would do now, and who hinders it. */
export async function dryRunFamilyRemoval(tx: Tx, id: string): Promise<FamilyRemoval> {
  const family = await familyOf(tx, id)
  const { facts, ...effect } = await dryRunRemovals(
    tx,
    family.map((member) => member.id),
  )
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  return {
    ...effect,
    members: family.map(({ id: _id, name, chName, kind }) => {
      const { reasons = [], hasHistory = false } = byId.get(_id) ?? {}
      return { _id, name, chName, kind, reasons, hasHistory }
    }),
  }
}

/** Deletes all members of a family, or none. 409 names who hinders it. */
export async function deleteFamily(tx: Tx, id: string): Promise<string[]> {
  const ids = (await familyOf(tx, id)).map((member) => member.id)
  await deleteMembers(tx, ids)
  return ids
}
