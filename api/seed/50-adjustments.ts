import { adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { sql } from 'kysely'
import type { Tx } from '../src/platform/data/index.ts'
import { fixedClock } from '../src/platform/runtime/index.ts'
import type { Staff } from './20-staff.ts'
import { act } from './act.ts'

interface SeededAdjustment {
  /** Before today. */
  daysAgo: number
  reason: string
  /** Signed. */
  credits: number
  isApproved: boolean
}

const seeded: readonly SeededAdjustment[] = [
  { daysAgo: 19, reason: 'Class cancelled by the centre, charged all the same', credits: 25, isApproved: true },
  { daysAgo: 12, reason: 'Credited twice by mistake', credits: -20, isApproved: true },
  { daysAgo: 3, reason: 'Goodwill for the second child of the family', credits: 50, isApproved: false },
]

/** The adjustments of one day: the clerk creates them in the morning, the owner approves in the evening. */
export async function seedAdjustments(tx: Tx, staff: Staff, date: string, daysAgo: number) {
  for (const [index, { reason, credits, isApproved }] of seeded.entries()) {
    if (seeded[index]?.daysAgo !== daysAgo) continue
    const [holder] = await tx.query<{ id: string }>(sql`
      select member.id from member join wallet on wallet.member = member.id
      where member.kind = 'parent' and not member.is_disable and wallet.balance >= 60
      order by member.created_at, member.id offset ${index} limit 1`)
    if (!holder) continue
    const at = (who: 'clerk' | 'owner', time: string) => tx.as(staff(who), fixedClock(`${date}T${time}:00+08:00`))
    const { _id } = await act(at('clerk', '09:20'), adjustments.create, {
      body: { date, member: holder.id, reason, adjustCredit: credits },
    })
    if (isApproved)
      await act(at('owner', '20:40'), adjustments.update, { params: { id: _id }, body: { approvedBy: 'owner' } })
  }
}
