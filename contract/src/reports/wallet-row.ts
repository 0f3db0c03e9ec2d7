import { z } from 'zod'
import { grouped } from '../platform/figures.ts'
import { creditFlow, creditFlowColumns } from './credit-flow.ts'
import type { DateRange, DrillDown, ReportColumn } from './report.ts'

/** What a wallet did in some days, in credits: brought forward + in - out - expired is its balance. */
export const walletDays = {
  /** The wallet as the first day begins, and the instant of that. */
  creditBeforeAdjust: z.number(),
  bfTime: z.string(),
  in: z.number(),
  /** Without what expired. */
  out: z.number(),
  expired: z.number(),
  /** The wallet as the last day ends. */
  balance: z.number(),
}

/** A wallet with its entries, as statements show it. */
export const walletRow = z.object({
  _id: z.string(),
  member: z.object({ _id: z.string(), name: z.string(), chName: z.string().nullable() }),
  ...walletDays,
  /** How many entries the days have. */
  entries: z.number(),
  creditFlow: z.array(creditFlow),
})

export const walletTotals = {
  totalBroughtForward: z.number(),
  totalFlowIn: z.number(),
  totalFlowOut: z.number(),
  totalExpired: z.number(),
  totalBalance: z.number(),
}
type Totals = z.output<z.ZodObject<typeof walletTotals>>

/** The sum that a statement proves. */
export function sumsOf(sums: Totals): string {
  const { totalBroughtForward: before, totalFlowIn, totalFlowOut, totalExpired, totalBalance: after } = sums
  const agrees = before + totalFlowIn - totalFlowOut - totalExpired === after
  const sum = `B/F ${grouped(before)} + in ${grouped(totalFlowIn)} - out ${grouped(totalFlowOut)} - expired ${grouped(totalExpired)}`
  return agrees ? `${sum} = balance ${grouped(after)} credits` : `${sum} is not the balance ${grouped(after)}`
}

interface WalletRow {
  /** Whose wallet it is. */
  member: { _id: string }
  creditBeforeAdjust: number
  in: number
  out: number
  expired: number
  balance: number
}

/** A member's sum opens the wallet's history of these days. */
export const history = ({ member }: Pick<WalletRow, 'member'>, dateRange: DateRange | undefined): DrillDown | null =>
  dateRange ? { to: 'ledger', member: member._id, ...dateRange } : null

/** Brought forward, in, out, expired, balance. */
export const walletColumns: readonly ReportColumn<WalletRow, Totals>[] = [
  {
    key: 'creditBeforeAdjust',
    title: 'B/F',
    kind: 'integer',
    width: 10,
    total: ({ totalBroughtForward }) => totalBroughtForward,
  },
  {
    key: 'in',
    title: 'Flow In',
    kind: 'integer',
    width: 10,
    total: ({ totalFlowIn }) => totalFlowIn,
    drillDown: history,
  },
  {
    key: 'out',
    title: 'Flow Out',
    kind: 'integer',
    width: 10,
    total: ({ totalFlowOut }) => totalFlowOut,
    drillDown: history,
  },
  {
    key: 'expired',
    title: 'Expired',
    kind: 'integer',
    width: 10,
    total: ({ totalExpired }) => totalExpired,
    drillDown: history,
  },
  {
    key: 'balance',
    title: 'Balance',
    kind: 'integer',
    width: 10,
    total: ({ totalBalance }) => totalBalance,
    drillDown: history,
  },
]

type StatementRow = z.output<typeof walletRow>

/** Whose wallet it is, then its days. */
export const statementColumns: readonly ReportColumn<StatementRow, Totals>[] = [
  {
    key: 'member',
    title: 'Member Name',
    kind: 'text',
    width: 30,
    value: ({ member }) => [member.name, member.chName].filter(Boolean).join(' '),
    drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'financial' }),
  },
  ...walletColumns,
]

/** The entries under a wallet. */
export const walletDetails = {
  title: 'Credit flow',
  of: ({ creditFlow }: StatementRow) => creditFlow,
  columns: creditFlowColumns,
}
