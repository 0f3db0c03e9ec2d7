import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { room } from '../kit/serve.ts'
import { coachSummary, expiringWallets, formatWarnings, lowBalances, pendingPayments, todayClasses } from './figures.ts'

export const dashboardRoom = room(dashboard, {
  overview: async (tx, { query }) => ({
    pending: await pendingPayments(tx),
    lowBalance: await lowBalances(tx, query.lowBalanceOffset),
    coachSummary: await coachSummary(tx, query.coachOffset),
    todayClasses: await todayClasses(tx),
    expiringWallets: await expiringWallets(tx),
    formatWarnings: await formatWarnings(tx),
  }),
})
