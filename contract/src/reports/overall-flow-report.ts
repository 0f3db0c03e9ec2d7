import { z } from 'zod'
import { addDays } from '../courses/calendar.ts'
import { day, ids } from '../kit/query.ts'
import { expiryBuckets } from '../wallet/rules.ts'
import { creditFlow, creditFlowColumns } from './credit-flow.ts'
import { defineReport, type ReportFigure, reportRoutes } from './report.ts'

const row = z.object({
  /** Of the wallet, which is its member's. */
  _id: z.string(),
  member: z.object({ _id: z.string(), name: z.string(), chName: z.string().nullable() }),
  /** Credits of the entries below. */
  in: z.number(),
  out: z.number(),
  /** The wallet as the day ends. */
  balance: z.number(),
  /** How many entries they are. */
  entries: z.number(),
  creditFlow: z.array(creditFlow),
})
type Row = z.output<typeof row>

/** Of all wallets, or of those asked for; the same whichever way of flow is listed. */
const totals = {
  /** The day and the way that were meant. */
  dateTime: z.string(),
  flow: z.enum(['in', 'out']).nullable(),
  totalFlowIn: z.number(),
  /** What expired is among it. */
  totalFlowOut: z.number(),
  totalExpired: z.number(),
  totalBroughtForward: z.number(),
  totalBalance: z.number(),
  /** What the wallets hold as the day ends, by the day on which it will expire. */
  creditAlreadyExpired: z.number(),
  creditExpiredIn90days: z.number(),
  creditExpiredIn120days: z.number(),
  creditExpiredIn150days: z.number(),
  creditExpiredAbove150days: z.number(),
  /** Of wallets without a day of expiry. */
  creditWithoutExpiry: z.number(),
  /** What wallets below zero owe; no credit of the others. */
  creditOwed: z.number(),
  /** Whether the expiry report lists these very wallets: all of them, as they are today. */
  isListed: z.boolean(),
}
export type OverallTotals = z.output<z.ZodObject<typeof totals>>

const number = (credit: number) => String(credit).replace(/\B(?=(\d{3})+$)/g, ',')
const dated = (date: string) => date.split('-').reverse().join('-')

/** The longest range of the expiry report, less a day: where a bucket has no end. */
const far = 365

/** Each opens the wallets it is made of, where the expiry report has just these. */
function figuresOf(sums: OverallTotals): ReportFigure[] {
  const expiring = expiryBuckets.map(({ key, label, from, to }) => {
    const value = sums[key]
    const startDate = addDays(sums.dateTime, from ?? to - far + 1)
    const endDate = addDays(sums.dateTime, to ?? from + far)
    const search = { startDate, endDate }
    const opens = { to: 'report', path: '/report/expiry-report', may: 'report.Expiry.view', search } as const
    return { label, value, opens: sums.isListed && value > 0 ? opens : null }
  })
  const never = { label: 'No expiry date', value: sums.creditWithoutExpiry, opens: null }
  const owed = { label: 'Owed', value: sums.creditOwed, opens: null }
  return [...expiring, never, ...(sums.creditOwed > 0 ? [owed] : [])]
}

function flowWords(sums: OverallTotals): string {
  const { dateTime, totalBroughtForward: before, totalFlowIn, totalFlowOut, totalBalance: after } = sums
  const agrees = before + totalFlowIn - totalFlowOut === after
  const sum = `${dated(dateTime)}: B/F ${number(before)} + in ${number(totalFlowIn)} - out ${number(totalFlowOut)}`
  return agrees ? `${sum} = balance ${number(after)} credits` : `${sum} is not the balance ${number(after)}`
}

const tabs = [
  { value: 'in', label: 'Flow In' },
  { value: 'out', label: 'Flow Out' },
] as const

export const overallFlowReport = defineReport({
  name: 'overall-flow-report',
  path: '/report/overall-flow-report',
  title: 'Overall Flow Report',
  may: 'report.OverallFlow.view',
  mayExport: ['report.OverallFlow.export', 'report.Expiry.export'],
  file: 'Overall_Flow_Report.xlsx',
  row,
  totals,
  filters: {
    /** Both where nothing is said. */
    flow: z.enum(['in', 'out'], { error: 'Flow must be in or out' }).optional(),
    /** One day, today unless said. */
    dateTime: day().optional(),
    member: ids().optional(),
  },
  inputs: [
    { key: 'flow', label: 'Flow', kind: 'tabs', options: tabs },
    { key: 'dateTime', label: 'Date', kind: 'day', latest: 'today' },
    { key: 'member', label: 'Member', kind: 'lookup', resource: 'member' },
  ],
  columns: [
    {
      key: 'member',
      title: 'Member Name',
      kind: 'text',
      width: 30,
      value: ({ member }) => [member.name, member.chName].filter(Boolean).join(' '),
      opens: ({ member }) => ({ to: 'member', member: member._id, tab: 'financial' }),
    },
    {
      key: 'in',
      title: 'Flow In',
      kind: 'integer',
      width: 10,
      total: ({ flow, totalFlowIn }) => (flow === 'out' ? null : totalFlowIn),
      opens: (one) => dayOf(one),
    },
    {
      key: 'out',
      title: 'Flow Out',
      kind: 'integer',
      width: 10,
      total: ({ flow, totalFlowOut }) => (flow === 'in' ? null : totalFlowOut),
      opens: (one) => dayOf(one),
    },
    { key: 'balance', title: 'Balance', kind: 'integer', width: 10 },
  ],
  details: { title: 'Credit flow', of: (one) => one.creditFlow, columns: creditFlowColumns },
  says: (sums) => [flowWords(sums)],
  figures: figuresOf,
  empty: 'No credit moved that way on this day. Choose another day, or the other tab.',
})

/** The wallet's history of the day. */
function dayOf({ _id, creditFlow: [first] }: Row) {
  return first ? { to: 'ledger' as const, member: _id, startDate: first.date, endDate: first.date } : null
}

export const overallFlowReportRoutes = reportRoutes(overallFlowReport)
