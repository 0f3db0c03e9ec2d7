import { deletionReasons } from '@academy/contract/members/deletion.ts'
import type { Removal } from '@academy/contract/members/removal.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { notFound } from '../../platform/http/index.ts'

interface Facts {
  id: string
  isDisable: boolean
  isProtected: boolean
  wallet: number
  openOutstanding: number
  /** Dependent children who would stay. */
  dependents: number
  /** Payments, credit adjustments, attendance or ledger rows. */
  history: boolean
  /** Others whose enrolments the wallet pays for. */
  paidFor: string[]
}

/** What the deletion of a member is decided by. */
export interface RemovalFacts {
  id: string
  reasons: Removal['reasons']
  /** Its row has to stay: other rows tell of it. */
  hasHistory: boolean
}

/**
 * The facts about members who would go together, children before their parents: what tells of a child without history is
 * gone when its parent's turn comes. 404 when one of them is unknown or was erased.
 */
export async function factsOf(tx: Tx, ids: readonly string[]): Promise<RemovalFacts[]> {
  const rows = await tx.query<Facts>(sql`
    select member.id, member.is_disable, member.is_protected, coalesce(wallet.balance, 0) as wallet,
      (select count(*)::int from attendance
        where outstanding and (attendance.member = member.id or wallet_member = member.id)) as open_outstanding,
      (select count(*)::int from member_parent join member child on child.id = member_parent.child
        where member_parent.parent = member.id and not child.is_independent and not child.is_deleted
          and child.id <> all(${ids}::uuid[])) as dependents,
      exists (select from payment where payment.member = member.id)
        or exists (select from credit_adjustment where credit_adjustment.member = member.id)
        or exists (select from attendance where attendance.member = member.id or wallet_member = member.id)
        or exists (select from wallet_entry where wallet_entry.member = member.id) as history,
      array(select enrolment.member from enrolment
        where wallet_member = member.id and enrolment.member <> member.id) as paid_for
    from member left join wallet on wallet.member = member.id
    where member.id = any(${ids}::uuid[]) and not member.is_deleted
    order by member.is_independent, member.created_at, member.id`)
  if (rows.length < new Set(ids).size) throw notFound('Member')
  const withoutHistory = new Set<string>()
  return rows.map(({ id, history, paidFor, ...facts }) => {
    const hasHistory = history || paidFor.some((other) => !withoutHistory.has(other))
    if (!hasHistory) withoutHistory.add(id)
    return { id, reasons: deletionReasons(facts), hasHistory }
  })
}
