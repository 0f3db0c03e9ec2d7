import { z } from 'zod'
import { ids, person, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { fullName } from './rows/full-name.ts'

/** The days of classes that are looked at, and those of them that are compared with the ones before. */
export const riskDays = 90
export const riskRecentDays = 30
/** Whoever came this often in the days before is a regular, whose pace means something. */
export const riskLeastBefore = 4

const riskReasons = ['attends-less', 'not-renewed'] as const
type RiskReason = (typeof riskReasons)[number]

const riskReasonLabels: Record<RiskReason, string> = {
  'attends-less': 'Attends less',
  'not-renewed': 'Credit not renewed',
}

const row = z.object({
  _id: z.string(),
  name: z.string(),
  chName: z.string().nullable(),
  coachIncharge: reference('name').nullable(),
  reasons: z.array(z.enum(riskReasons)),
  lastClass: z.string(),
  /** Classes attended in the last 30 days, and in the 60 days before. */
  recent: z.number(),
  before: z.number(),
  /** Whose wallet paid for the last class. */
  payer: person(),
  wallet: z.number(),
  creditExpired: z.string().nullable(),
})

export const riskReport = defineReport({
  name: 'risk-report',
  ...reportScreen('/report/risk-report'),
  mayExport: 'report.attendance.export',
  file: 'Members_at_Risk.xlsx',
  row,
  totals: { attendsLess: z.number(), notRenewed: z.number() },
  filters: {
    reason: z.enum(riskReasons, { error: `Reason must be one of: ${riskReasons.join(', ')}` }).optional(),
    coach: ids().optional(),
  },
  inputs: [
    {
      key: 'reason',
      label: 'Why',
      kind: 'choice',
      options: [
        { value: '', label: 'All' },
        ...riskReasons.map((value) => ({ value, label: riskReasonLabels[value] })),
      ],
    },
    { key: 'coach', label: 'Coach Incharge', kind: 'lookup', resource: 'coach' },
  ],
  columns: [
    {
      key: 'name',
      title: 'Member',
      kind: 'text',
      width: 28,
      value: fullName,
      drillDown: ({ _id: member }) => ({ to: 'member', member, tab: 'attendance' }),
    },
    {
      key: 'reasons',
      title: 'Why',
      kind: 'text',
      width: 26,
      value: ({ reasons }) => reasons.map((reason) => riskReasonLabels[reason]).join(', '),
    },
    { key: 'lastClass', title: 'Last Class', kind: 'day', width: 12 },
    { key: 'recent', title: 'Last 30 Days', kind: 'integer', width: 12 },
    { key: 'before', title: '60 Days Before', kind: 'integer', width: 13 },
    {
      key: 'wallet',
      title: 'Wallet',
      kind: 'integer',
      width: 10,
      drillDown: ({ payer }) => ({ to: 'member', member: payer._id, tab: 'financial' }),
    },
    { key: 'creditExpired', title: 'Expiry', kind: 'day', width: 12 },
    {
      key: 'payer',
      title: 'Paid By',
      kind: 'text',
      width: 26,
      value: ({ _id, payer }) => (payer._id === _id ? null : fullName(payer)),
    },
    {
      key: 'coachIncharge',
      title: 'Coach Incharge',
      kind: 'text',
      width: 20,
      value: ({ coachIncharge }) => coachIncharge?.name ?? null,
    },
  ],
  longSentences: true,
  sentences: () => [
    `Attends less: at most half as often in the last ${riskRecentDays} days as in the ${riskDays - riskRecentDays} before. ` +
      `Credit not renewed: paid for classes in these ${riskDays} days from a wallet that is now empty or has expired.`,
  ],
  sums: [
    { label: riskReasonLabels['attends-less'], kind: 'integer', of: ({ attendsLess }) => attendsLess },
    { label: riskReasonLabels['not-renewed'], kind: 'integer', of: ({ notRenewed }) => notRenewed },
  ],
  byCentre: true,
  empty: 'Nobody who trained in the last 90 days stands out. Look again in a week.',
})

export const riskReportRoutes = reportRoutes(riskReport)
