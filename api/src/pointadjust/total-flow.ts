import { pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { type WalletKind, walletKinds } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { flowSums, type Tx } from '../platform/data/index.ts'
import { invalid } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import type { Column, Export } from '../platform/sheets/index.ts'
import { section, withTotal } from './workbook.ts'

/** The kinds' column headings, in their order. */
const kindLabels: Record<WalletKind, string> = {
  opening: 'Opening',
  purchase: 'Purchase',
  'purchase-cancelled': 'Purchase Cancelled',
  attendance: 'Attendance',
  'attendance-reversed': 'Attendance Reversed',
  adjustment: 'Adjustment',
  'manual-edit': 'Manual Edit',
  transfer: 'Transfer',
  expired: 'Expired',
}
const kinds = Object.keys(kindLabels).flatMap((key) => walletKinds.filter((kind) => kind === key))

/** One wallet, in credits; those of `moved` are signed. */
interface FlowRow {
  name: string
  chName: string | null
  kind: string | null
  icNo: string | null
  before: number
  came: number
  went: number
  after: number
  /** In the order of `kinds`. */
  moved: number[]
}

const credit = (header: string, value: (row: FlowRow) => number): Column<FlowRow> => ({
  header,
  kind: 'integer',
  width: 12,
  value,
})
const text = (header: string, width: number, value: (row: FlowRow) => string | null): Column<FlowRow> => ({
  header,
  kind: 'text',
  width,
  value,
})

const columns: readonly Column<FlowRow>[] = [
  text('Member Name', 28, ({ name }) => name),
  text('Chinese Name', 14, ({ chName }) => chName),
  text('Kind', 9, ({ kind }) => kind),
  { ...text('I/C No.', 17, ({ icNo }) => icNo), isSensitive: true },
  credit('B/F', ({ before }) => before),
  ...kinds.map((kind, index) => credit(kindLabels[kind], ({ moved }) => moved[index] ?? 0)),
  credit('Total Flow In', ({ came }) => came),
  credit('Total Flow Out', ({ went }) => went),
  credit('Balance', ({ after }) => after),
]

/** Instants, `until` excluded; undefined is unbounded. */
interface Period {
  from: string | undefined
  until: string | undefined
}

const rowsOf = (tx: Tx, { from, until }: Period) => {
  const isWithin = from === undefined ? sql`true` : sql`wallet_entry.at >= ${from}`
  const { came, went, expired } = flowSums(sql`within`)
  const moved = kinds.map((kind) => sql`coalesce(sum(credit) filter (where within and kind = ${kind}), 0)`)
  return tx.portions<FlowRow>(sql`
    select member.name, member.ch_name, initcap(member.kind) as kind, member.ic_no,
      coalesce(flow.before, 0)::float8 as before, coalesce(flow.came, 0)::float8 as came,
      coalesce(flow.went, 0)::float8 as went,
      (coalesce(flow.before, 0) + coalesce(flow.came, 0) - coalesce(flow.went, 0))::float8 as after,
      coalesce(flow.moved, '{}')::float8[] as moved
    from wallet join member on member.id = wallet.member
    left join (
      select entry.member, sum(credit) filter (where not within) as before,
        ${came} as came, ${went} + ${expired} as went, array[${sql.join(moved)}] as moved
      from (select member, credit, kind, ${isWithin} as within from wallet_entry
        where ${until === undefined ? sql`true` : sql`wallet_entry.at < ${until}`}) entry
      group by entry.member) flow on flow.member = wallet.member
    where flow.member is not null or (member.is_independent and not member.is_deleted)
    order by lower(member.name), member.id`)
}

const add = (sum: FlowRow, row: FlowRow): FlowRow => ({
  ...sum,
  before: sum.before + row.before,
  came: sum.came + row.came,
  went: sum.went + row.went,
  after: sum.after + row.after,
  moved: kinds.map((_, index) => (sum.moved[index] ?? 0) + (row.moved[index] ?? 0)),
})
const nothing: FlowRow = {
  name: 'Total',
  chName: null,
  kind: null,
  icNo: null,
  before: 0,
  came: 0,
  went: 0,
  after: 0,
  moved: [],
}

const exportOf = (tx: Tx, period: Period): Export<FlowRow> => ({
  file: pointAdjustFiles.totalFlow,
  sheet: 'Member Total Flow',
  columns,
  ...withTotal(rowsOf(tx, period), nothing, add),
  section,
})

/** What every wallet took in and gave out by kind, in these days or since its first entry. */
export const totalFlow = (
  tx: Tx,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
) => exportOf(tx, { from: startDate && startOfDay(startDate), until: endDate && endOfDay(endDate) })

/** The same for everything before a day began; 400 for a future day. */
export function totalFlowBefore(tx: Tx, { startDate = tx.today }: { startDate?: string | undefined }) {
  if (startDate > tx.today) throw invalid([{ path: 'startDate', message: 'The date cannot be in the future' }])
  return exportOf(tx, { from: undefined, until: startOfDay(startDate) })
}
