import { sql } from 'kysely'
import type { Tx } from '../kit/tx.ts'
import { section } from './creation.ts'
import type { EnrolmentTables } from './tables.ts'

interface Enrolled {
  id: string
  course: string
  payer: string
  creditType: string
  walletMember: string
}

/** The member's active enrolments, held until the transaction ends. */
const activeEnrolments = (tx: Tx, member: string): Promise<Enrolled[]> =>
  tx.query<Enrolled>(sql`
    select enrolment.id, course.name as course, payer.name as payer, enrolment.credit_type, enrolment.wallet_member
    from enrolment
    join course on course.id = enrolment.course
    join member payer on payer.id = enrolment.wallet_member
    where enrolment.member = ${member} and not enrolment.is_disable
    order by enrolment.id
    for update of enrolment`)

/** Of a member's active enrolments those that one of these wallets pays. */
export async function payingFor(tx: Tx, member: string, payers: readonly string[]): Promise<Enrolled[]> {
  return (await activeEnrolments(tx, member)).filter(({ walletMember }) => payers.includes(walletMember))
}

/** From now on the member's own wallet pays for its classes. */
export async function payFromOwnWallet(tx: Tx, member: { id: string; name: string }): Promise<void> {
  for (const enrolment of await activeEnrolments(tx, member.id))
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
        on<EnrolmentTables>()
          .updateTable('enrolment')
          .set({ walletMember: member.id, updatedAt: tx.now })
          .where('id', '=', enrolment.id)
          .execute(),
    )
}

/** Who left attends no class any more. */
export async function endEnrolments(tx: Tx, member: { id: string; name: string }): Promise<void> {
  for (const enrolment of await activeEnrolments(tx, member.id))
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
        on<EnrolmentTables>()
          .updateTable('enrolment')
          .set({ isDisable: true, isDone: enrolment.creditType.startsWith('trial'), updatedAt: tx.now })
          .where('id', '=', enrolment.id)
          .execute(),
    )
}
