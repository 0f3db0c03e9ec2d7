import { attendance } from '@academy/contract/attendance/attendance.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { useRouter } from '@tanstack/react-router'
import { useCall } from '../kit/query.ts'
import { useSession } from '../kit/session.ts'

/** The screen that shows what moved the wallet. */
export interface CauseLink {
  to: string
  search: Record<string, string>
}

const paymentListing = '/verify-payment/listing'
const classPage = '/markAttendance/class'
const most = 1000

/** From a ledger entry to its cause's screen, where that screen stands and the person may see it. */
export function useCauseLinks(memberId: string): (entry: LedgerEntry) => CauseLink | undefined {
  const router = useRouter()
  const { can } = useSession()
  const open = (path: string) => path in router.routesByPath
  const seesPayments = can('verifyPayment.view') && open(paymentListing)
  const seesClasses = can('attendance.view') && open(classPage)
  const { data: paid } = useCall(
    payments.list,
    { query: { createdBy: memberId, limit: most } },
    { enabled: seesPayments },
  )
  const { data: attended } = useCall(
    attendance.list,
    { query: { walletMember: memberId, limit: most } },
    { enabled: seesClasses },
  )
  const links = new Map<string, CauseLink>()
  for (const { _id, orNo, orderID } of paid?.items ?? [])
    links.set(_id, { to: paymentListing, search: { searchText: orNo ?? orderID } })
  for (const { _id, course, classDate, scheduledClass } of attended?.items ?? [])
    links.set(_id, {
      to: classPage,
      search: {
        id: course._id,
        year: classDate.slice(0, 4),
        month: String(Number(classDate.slice(5, 7))),
        class: scheduledClass,
      },
    })
  return ({ cause }) => (cause._id ? links.get(cause._id) : undefined)
}
