import { z } from 'zod'
import { grouped, withMinus } from '../../platform/figures.ts'
import { person } from '../../platform/query.ts'
import type { DateRange, DrillDown, ReportColumn } from '../report.ts'
import { creditFlow, creditFlowColumns } from './credit-flow.ts'
import { fullName } from './full-name.ts'

/** What a wallet did in some days, in credits: brought forward + in - out - expired is its balance. */
export const walletDays = {
  /** The balance at the start of the first day, and that instant. */
  creditBeforeAdjust: z.number(),
  bfTime: z.string(),
  in: z.number(),
  /** Without what expired. */
  out: z.number(),
  expired: z.number(),
  /** The balance at the end of the last day. */
  balance: z.number(),
}

/** A wallet with its entries, as statements show it. */
export const walletRow = z.object({
  _id: z.string(),
  member: person(),
  ...walletDays,
  /** The number of entries in these days. */
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

const told = (credit: number) => withMinus(grouped(credit))

/** A statement's sums as one equation. */
export function sumsOf(sums: Totals): string {
  const { totalBroughtForward: before, totalFlowIn, totalFlowOut, totalExpired, totalBalance: after } = sums
  const agrees = before + totalFlowIn - totalFlowOut - totalExpired === after
  const sum = `B/F ${told(before)} + in ${told(totalFlowIn)} \u2212 out ${told(totalFlowOut)} \u2212 expired ${told(totalExpired)}`
  return agrees ? `${sum} = balance ${told(after)} credits` : `${sum} is not the balance ${told(after)}`
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

/** The wallet's history of these days. */
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

/** The wallet's member, then its sums. */
export const statementColumns: readonly ReportColumn<StatementRow, Totals>[] = [
  {
    key: 'member',
    title: 'Member Name',
    kind: 'text',
    width: 30,
    value: ({ member }) => fullName(member),
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
