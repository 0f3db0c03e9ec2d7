import { z } from 'zod'
import { displayDate } from '../courses/calendar.ts'
import { day, ids, leniently } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { expiryBuckets } from '../wallet/rules.ts'
import { expiringIn, expiryReport } from './expiry-report.ts'
import { type DrillDown, defineReport, type ReportColumn, type ReportFigure, reportRoutes } from './report.ts'
import { statementColumns, sumsOf, walletDetails, walletRow } from './rows/wallet-row.ts'

type Row = z.output<typeof walletRow>

/** Of all wallets or those in the filter, whichever direction is listed. */
const totals = {
  /** The day and the direction used. */
  dateTime: z.string(),
  flow: z.enum(['in', 'out']).nullable(),
  totalFlowIn: z.number(),
  /** Includes what expired. */
  totalFlowOut: z.number(),
  totalExpired: z.number(),
  totalBroughtForward: z.number(),
  totalBalance: z.number(),
  /** Credit at the end of the day, by the day on which it will expire. */
  creditAlreadyExpired: z.number(),
  creditExpiredIn90days: z.number(),
  creditExpiredIn120days: z.number(),
  creditExpiredIn150days: z.number(),
  creditExpiredAbove150days: z.number(),
  /** Of wallets without an expiry date. */
  creditWithoutExpiry: z.number(),
  /** What wallets below zero owe; not subtracted from the others' credit. */
  creditOwed: z.number(),
  /** Whether the day is over: when its credit expires may have been changed since, which nobody kept. */
  isPast: z.boolean(),
  /** Whether the expiry report lists the same wallets: that is so for all wallets as of today. */
  isListed: z.boolean(),
}
type OverallTotals = z.output<z.ZodObject<typeof totals>>

/** Each links to its wallets where the expiry report lists exactly these. */
function figuresOf(sums: OverallTotals): ReportFigure[] {
  const expiring = expiryBuckets.map(({ key, label, ...days }): ReportFigure => {
    const value = sums[key]
    const search = expiringIn(sums.dateTime, days)
    const { path, may } = expiryReport
    return {
      label,
      value,
      drillDown: sums.isListed && search ? { to: 'report', path, may, search } : null,
    }
  })
  const never = { label: 'No expiry date', value: sums.creditWithoutExpiry, drillDown: null }
  const owed = { label: 'Owed', value: sums.creditOwed, drillDown: null }
  return [...expiring, never, ...(sums.creditOwed > 0 ? [owed] : [])]
}

function flowWords(sums: OverallTotals): string {
  const { dateTime, totalBroughtForward, totalFlowIn, totalFlowOut, totalExpired, totalBalance } = sums
  const out = totalFlowOut - totalExpired
  return `${displayDate(dateTime)}: ${sumsOf({ totalBroughtForward, totalFlowIn, totalFlowOut: out, totalExpired, totalBalance })}`
}

/** Of credit told by its expiry on a day that is over. */
export const expiryOfNow = 'When credit expires goes by the dates that the wallets have now, not those of that day.'

const tabs = [
  { value: 'in', label: 'Flow In' },
  { value: 'out', label: 'Flow Out' },
] as const

/** Totals of all wallets, in the direction that is listed. */
const moved: Record<string, (totals: OverallTotals) => number | null> = {
  in: ({ flow, totalFlowIn }) => (flow === 'out' ? null : totalFlowIn),
  out: ({ flow, totalFlowOut, totalExpired }) => (flow === 'in' ? null : totalFlowOut - totalExpired),
  expired: ({ flow, totalExpired }) => (flow === 'in' ? null : totalExpired),
}

/** The wallet's history of the day. */
const history = ({ _id, creditFlow: [first] }: Row): DrillDown | null =>
  first ? { to: 'ledger', member: _id, startDate: first.date, endDate: first.date } : null

/** A statement's columns with fewer totals: wallets that did not move are not listed, so their balances cannot add up. */
const columns = statementColumns.map(({ total: _, ...column }): ReportColumn<Row, OverallTotals> => {
  const total = moved[column.key]
  return {
    ...column,
    ...(column.drillDown && column.key !== 'member' ? { drillDown: history } : {}),
    ...(total ? { total } : {}),
  }
})

export const overallFlowReport = defineReport({
  name: 'overall-flow-report',
  ...reportScreen('/report/overall-flow-report'),
  mayExport: 'report.OverallFlow.export',
  // As the specification has it.
  mayPrint: ['report.Expiry.export'],
  file: 'Overall_Flow_Report.xlsx',
  row: walletRow,
  totals,
  filters: {
    /** Both directions by default; the label of a tab is accepted too. */
    flow: leniently(
      (given) => /^(?:flow )?(in|out)$/i.exec(String(given).trim())?.[1]?.toLowerCase() ?? given,
      z.enum(['in', 'out'], { error: 'Flow must be in or out' }),
    ).optional(),
    /** One day, by default today. */
    dateTime: day().optional(),
    member: ids().optional(),
  },
  inputs: [
    { key: 'flow', label: 'Flow', kind: 'tabs', options: tabs },
    { key: 'dateTime', label: 'Date', kind: 'day', latest: 'today' },
    { key: 'member', label: 'Member', kind: 'lookup', resource: 'member' },
  ],
  columns,
  details: walletDetails,
  sentences: (sums) => [flowWords(sums), ...(sums.isPast ? [expiryOfNow] : [])],
  figures: figuresOf,
  empty: 'No credit moved that way on this day. Choose another day, or the other tab.',
})

export const overallFlowReportRoutes = reportRoutes(overallFlowReport)
