import { conflict, notFound } from '../kit/errors.ts'
import type { Tx } from '../kit/tx.ts'
import { section } from './creation.ts'
import { lockMember } from './edit.ts'
import { payFromOwnWallet } from './enrolled.ts'
import { parentsOf } from './parents.ts'
import type { MemberTables } from './tables.ts'

/**
 * Marks a child as independent, for good: it keeps its parents, and its own wallet pays for its active enrolments
 * from now on. 404 unless it is this parent's child, 409 when it is independent already or disabled.
 */
export async function makeIndependent(tx: Tx, parent: string, child: string): Promise<void> {
  const member = await lockMember(tx, child)
  const parents = await parentsOf(tx, [child])
  if (!parents.get(child)?.includes(parent)) throw notFound('Child')
  if (member.isIndependent) throw conflict(`${member.name} is independent already`)
  if (member.isDisable) throw conflict(`${member.name} is disabled`)
  await tx.change(
    {
      section,
      docType: 'member',
      docId: child,
      action: 'Updated',
      description: `Marked ${member.name} as independent`,
      from: { isIndependent: false },
      to: { isIndependent: true },
    },
    (on) =>
      on<MemberTables>()
        .updateTable('member')
        .set({ isIndependent: true, updatedAt: tx.now })
        .where('id', '=', child)
        .execute(),
  )
  await payFromOwnWallet(tx, member)
}
