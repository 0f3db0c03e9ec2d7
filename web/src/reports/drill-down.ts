import type { DrillDown } from '@academy/contract/reports/report.ts'
import { classLink } from '@academy/contract/screens.ts'
import { useSession } from '../platform/client/session/session.ts'

/** Where a figure leads. */
export interface Target {
  to: string
  search: Record<string, string>
}

const memberPage = (id: string) => `/membership/edit/${id}`

/** From a figure to the screen that shows what it is made of, where the person may see that. */
export function useDrillDown(): (drillDown: DrillDown | null | undefined) => Target | undefined {
  const { can } = useSession()
  return (drillDown) => {
    if (!drillDown) return undefined
    switch (drillDown.to) {
      case 'class': {
        if (!can('attendance.view')) return { to: '/report/class-attendance', search: { classId: drillDown.class } }
        return classLink({ _id: drillDown.class, course: drillDown.course, date: drillDown.date })
      }
      case 'payment':
        if (!can('verifyPayment.view')) return undefined
        if (drillDown.paymentType === 'Cash')
          return { to: '/verify-payment/listing', search: { searchText: drillDown.number } }
        return can('membership.view')
          ? { to: memberPage(drillDown.member), search: { tab: 'financial', payment: drillDown.number } }
          : undefined
      case 'member':
        return can('membership.view')
          ? { to: memberPage(drillDown.member), search: drillDown.tab ? { tab: drillDown.tab } : {} }
          : undefined
      case 'ledger': {
        const days: Record<string, string> = { startDate: drillDown.startDate, endDate: drillDown.endDate }
        return can('membership.view')
          ? { to: memberPage(drillDown.member), search: { tab: 'financial', ...days } }
          : undefined
      }
      case 'adjustment':
        return can('credit_adjust.view') ? { to: `/credit-adjust/edit/${drillDown.adjustment}`, search: {} } : undefined
      case 'report':
        return can(drillDown.may) ? { to: drillDown.path, search: drillDown.search } : undefined
    }
  }
}
