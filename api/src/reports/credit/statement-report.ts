import {
  boardForward as boardForwardRoutes,
  statementReportRoutes as routes,
  statementReport,
} from '@academy/contract/reports/statement-report.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { apiModule, found } from '../../platform/http/index.ts'
import { startOfDay } from '../../platform/runtime/index.ts'
import { type FiltersOf, type RowOf, reportModule, sortedAndPaged, type Totals } from '../output/report-module.ts'
import { filteredBy } from '../scope.ts'
import { type Base, baseOf, checkEntries, walletStatement, walletSums, walletsOf, withFlow } from './wallet-days.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof statementReport>

const wallets = (filters: Filters, base: Base) =>
  walletsOf(filters, base, (column) => filteredBy(column, filters.member))

const byName = sql`lower(member.name), member.id`

/**
 * Every wallet by name: brought forward, in, out, expired, balance. `is true` keeps the condition from becoming a join: members
 * are read in the order of their names until the page is full, not all of them sorted.
 */
export const statementReportModule = reportModule(statementReport, routes, {
  given: baseOf,
  isSummed: true,
  rows: (_, filters: Filters, page, base) => sql<Row>`
    with ${wallets(filters, base)}, sums as (select ${walletSums} from wallets),
    listed as (select id from member where (id in (select wallets.member from wallets)) is true ${sortedAndPaged(byName, page)})
    select ${walletStatement(filters)}, sums.*
    from listed join wallets on wallets.member = listed.id join member on member.id = listed.id cross join sums
    order by ${byName}`,
  totals: (_, filters, base) => sql<Totals>`with ${wallets(filters, base)} select ${walletSums} from wallets`,
  checkPage: (rows) => checkEntries(rows),
  detailed: (tx, filters, rows: Row[]) => withFlow(tx, filters, rows),
})

/** A wallet's balance at the start of a business day. */
async function boardForward(tx: Tx, { member, date = tx.today }: { member: string; date?: string | undefined }) {
  const start = startOfDay(date)
  const [wallet] = await tx.query<{ before: number }>(sql`
    select (wallet.balance - coalesce((select sum(credit) from wallet_entry
      where wallet_entry.member = wallet.member and at >= ${start}), 0))::float8 as before
    from wallet join member on member.id = wallet.member and not member.is_deleted
    where wallet.member = ${member}`)
  return { creditBeforeAdjust: found(wallet, 'Member').before, bfTime: start }
}

export const boardForwardModule = apiModule(boardForwardRoutes, {
  boardForward: (tx, { query }) => boardForward(tx, query),
})
