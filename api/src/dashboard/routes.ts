import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { alertsOf, seeAlerts } from '../audit/audit.ts'
import { apiModule } from '../platform/http/index.ts'
import { attendanceByCentre, creditByExpiry, creditByWeek } from './charts.ts'
import {
  coachSummary,
  expiringList,
  expiringWallets,
  formatWarnings,
  lowBalances,
  pendingPayments,
  todayClasses,
} from './figures.ts'
import { beginnings } from './first-steps.ts'
import { monthFigures } from './month.ts'
import { shortCloses } from './short-closes.ts'
import { unplannedCourses } from './unplanned.ts'
import { openCases, unmarkedClasses } from './unresolved.ts'
import { waiting } from './waiting.ts'

export const dashboardModule = apiModule(dashboard, {
  overview: async (tx, { query }) => ({
    ...(await beginnings(tx)),
    pending: await pendingPayments(tx),
    lowBalance: await lowBalances(tx, query.lowBalanceOffset),
    coachSummary: await coachSummary(tx, query.coachOffset),
    todayClasses: await todayClasses(tx),
    unmarkedClasses: await unmarkedClasses(tx, query.unmarkedOffset),
    openCases: await openCases(tx, query.casesOffset),
    unplanned: await unplannedCourses(tx),
    shortCloses: await shortCloses(tx),
    expiringWallets: await expiringWallets(tx),
    formatWarnings: await formatWarnings(tx),
  }),
  charts: async (tx) => ({
    computedAt: tx.now,
    weeks: await creditByWeek(tx),
    attendance: await attendanceByCentre(tx),
    expiring: await creditByExpiry(tx),
  }),
  month: (tx) => monthFigures(tx),
  waiting: (tx) => waiting(tx),
  expiring: (tx, { query }) => expiringList(tx, query),
  alerts: (tx) => alertsOf(tx),
  alertsSeen: async (tx, { body }) => {
    await seeAlerts(tx, body.upTo)
    return {}
  },
})
