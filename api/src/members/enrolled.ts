import { isTrial } from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { section } from './creation.ts'

interface Enrolled {
  id: string
  member: string
  course: string
  payer: string
  creditType: string
  walletMember: string
}

/** Locks the active enrolments of members until the transaction ends. */
export const activeEnrolments = (tx: Tx, members: readonly string[]): Promise<Enrolled[]> =>
  tx.query<Enrolled>(sql`
    select enrolment.id, enrolment.member, course.name as course, payer.name as payer, enrolment.credit_type, enrolment.wallet_member
    from enrolment
    join course on course.id = enrolment.course
    join member payer on payer.id = enrolment.wallet_member
    where enrolment.member = any(${members}::uuid[]) and not enrolment.is_disable
    order by enrolment.id
    for update of enrolment`)

/** From now on the member's own wallet pays for its classes. */
export async function payFromOwnWallet(tx: Tx, member: { id: string; name: string }): Promise<void> {
  for (const enrolment of await activeEnrolments(tx, [member.id]))
    await tx.change(
      {
        section,
        docType: 'enrollment',
        docId: enrolment.id,
        action: 'Updated',
        description: `${member.name} pays for ${enrolment.course}, before ${enrolment.payer}`,
        from: { walletMember: enrolment.walletMember },
        to: { walletMember: member.id },
      },
      (on) =>
        on()
          .updateTable('enrolment')
          .set({ walletMember: member.id, updatedAt: tx.now })
          .where('id', '=', enrolment.id)
          .execute(),
    )
}

/** Disables the enrolments of deleted members. */
export async function endEnrolments(tx: Tx, members: readonly string[]): Promise<void> {
  for (const enrolment of await activeEnrolments(tx, members))
    await tx.change(
      {
        section,
        docType: 'enrollment',
        docId: enrolment.id,
        action: 'Disabled',
        description: `Ended an enrolment in ${enrolment.course}, the member was deleted`,
        from: { isDisable: false },
        to: { isDisable: true },
      },
      (on) =>
        on()
          .updateTable('enrolment')
          .set({ isDisable: true, isDone: isTrial(enrolment.creditType), updatedAt: tx.now })
          .where('id', '=', enrolment.id)
          .execute(),
    )
}
