import type { Opens } from '@academy/contract/reports/report.ts'
import { useSession } from '../platform/client/session.ts'

/** Where a figure leads. */
export interface Target {
  to: string
  search: Record<string, string>
}

const memberPage = (id: string) => `/membership/edit/${id}`

/** From a figure to the screen that shows what it is made of, where the person may see that. */
export function useOpens(): (opens: Opens | null | undefined) => Target | undefined {
  const { can } = useSession()
  return (opens) => {
    if (!opens) return undefined
    switch (opens.to) {
      case 'class': {
        if (!can('attendance.view')) return { to: '/report/class-attendance', search: { classId: opens.class } }
        const [year = '', month] = opens.date.split('-')
        const search = { id: opens.course, year, month: String(Number(month)), class: opens.class }
        return { to: '/markAttendance/class', search }
      }
      case 'payment':
        if (!can('verifyPayment.view')) return undefined
        if (opens.paymentType === 'Cash') return { to: '/verify-payment/listing', search: { searchText: opens.number } }
        return can('membership.view')
          ? { to: memberPage(opens.member), search: { tab: 'financial', payment: opens.number } }
          : undefined
      case 'member':
        return can('membership.view')
          ? { to: memberPage(opens.member), search: opens.tab ? { tab: opens.tab } : {} }
          : undefined
      case 'ledger': {
        const days: Record<string, string> = { startDate: opens.startDate, endDate: opens.endDate }
        return can('membership.view')
          ? { to: memberPage(opens.member), search: { tab: 'financial', ...days } }
          : undefined
      }
      case 'adjustment':
        return can('credit_adjust.view') ? { to: `/credit-adjust/edit/${opens.adjustment}`, search: {} } : undefined
      case 'report':
        return can(opens.may) ? { to: opens.path, search: opens.search } : undefined
    }
  }
}
