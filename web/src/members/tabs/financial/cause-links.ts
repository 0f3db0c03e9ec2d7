import { classLink } from '@academy/contract/screens.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../../platform/client/session/session.ts'

/** A link to the screen that shows what changed the wallet. */
export interface CauseLink {
  to: string
  search: Record<string, string>
}

const paymentListing = '/verify-payment/listing'
const classPage = '/markAttendance/class'
const adjustmentPage = '/credit-adjust/edit/$id'
const memberPage = '/membership/edit'

/** A payment among those of the member whose page is open. */
export const paymentLink = (number: string): CauseLink => ({ to: '.', search: { tab: 'financial', payment: number } })

/** Links a ledger entry to its cause's screen, if that exists and the user may open it. */
export function useCauseLinks(): (entry: LedgerEntry) => CauseLink | undefined {
  const router = useRouter()
  const { can } = useSession()
  const routeExists = (path: string) => path in router.routesByPath
  const seesPayments = can('verifyPayment.view') && routeExists(paymentListing)
  const seesClasses = can('attendance.view') && routeExists(classPage)
  const seesAdjustments = can('credit_adjust.view') && routeExists(adjustmentPage)

  return ({ cause, attended, payment }): CauseLink | undefined => {
    if (payment && seesPayments) {
      const number = payment.orNo ?? payment.orderID
      // The list of payments to verify holds cash payments only; the others are on this page.
      return payment.paymentType === 'Cash'
        ? { to: paymentListing, search: { searchText: number } }
        : paymentLink(number)
    }
    if (attended) {
      const { course, classDate, member } = attended
      if (!seesClasses) return { to: `${memberPage}/${member._id}`, search: { tab: 'attendance' } }
      return classLink({ _id: attended.class, course, date: classDate })
    }
    if (cause.type === 'adjustment' && cause._id && seesAdjustments)
      return { to: adjustmentPage.replace('$id', cause._id), search: {} }
    return undefined
  }
}
