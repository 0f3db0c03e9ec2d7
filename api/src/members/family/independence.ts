import type { Tx } from '../../platform/data/index.ts'
import { conflict, notFound } from '../../platform/http/index.ts'
import { section } from '../creation.ts'
import { lockMember } from '../edit.ts'
import { payFromOwnWallet } from '../enrolled.ts'
import type { MemberRecord } from '../tables.ts'
import { parentsOf } from './parents.ts'

/**
 * Marks a child as independent, for good: it keeps its parents, and its own wallet pays for its active enrolments
 * from now on. 404 unless it is this parent's child, 409 when it is independent already or disabled.
 */
export async function makeIndependent(tx: Tx, parent: string, child: string): Promise<void> {
  const member = await lockMember(tx, child)
  const parents = await parentsOf(tx, [child])
  if (!parents.get(child)?.includes(parent)) throw notFound('Child')
  await mark(tx, member)
}

/** The same, found by a course that the child is or was enrolled in; 404 for any other. */
export async function makeIndependentIn(tx: Tx, course: string, child: string): Promise<void> {
  const member = await lockMember(tx, child)
  const parents = await parentsOf(tx, [child])
  const enrolment = await tx
    .read()
    .selectFrom('enrolment')
    .select('id')
    .where('member', '=', child)
    .where('course', '=', course)
    .limit(1)
    .executeTakeFirst()
  if (!enrolment || !parents.get(child)?.length) throw notFound('Child')
  await mark(tx, member)
}

async function mark(tx: Tx, member: MemberRecord): Promise<void> {
  if (member.isIndependent) throw conflict(`${member.name} is independent already`)
  if (member.isDisable) throw conflict(`${member.name} is disabled`)
  await tx.change(
    {
      section,
      docType: 'member',
      docId: member.id,
      action: 'Updated',
      description: `Marked ${member.name} as independent`,
      from: { isIndependent: false },
      to: { isIndependent: true },
    },
    (on) =>
      on().updateTable('member').set({ isIndependent: true, updatedAt: tx.now }).where('id', '=', member.id).execute(),
  )
  await payFromOwnWallet(tx, member)
}
