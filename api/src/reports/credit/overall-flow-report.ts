import { overallFlowReport, overallFlowReportRoutes as routes } from '@academy/contract/reports/overall-flow-report.ts'
import { expiryBuckets } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { flowSums, type Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { filteredBy } from '../scope.ts'
import { type Base, baseOf, checkEntries, reckoned, walletStatement, walletsMoved, withFlow } from './wallet-days.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof overallFlowReport>

const dayOf = (tx: Tx, { dateTime = tx.today }: Filters) => ({ startDate: dateTime, endDate: dateTime })

const isInDirection = ({ flow }: Filters) => {
  if (flow === undefined) return sql<boolean>`true`
  return flow === 'in' ? sql<boolean>`wallet_entry.credit > 0` : sql<boolean>`wallet_entry.credit < 0`
}

/** `moved`, for `with`: the sums of the day of the wallets that moved in the requested direction. */
const movedWallets = (tx: Tx, filters: Filters) => {
  const { came, went, expired } = flowSums()
  const { startDate: day } = dayOf(tx, filters)
  return sql`moved as (
    select wallet_entry.member, ${came} as came, ${went} as went, ${expired} as expired,
      count(*) filter (where ${isInDirection(filters)}) as entries
    from wallet_entry
    where at >= ${startOfDay(day)} and at < ${endOfDay(day)} and ${filteredBy('wallet_entry.member', filters.member)}
    group by wallet_entry.member having count(*) filter (where ${isInDirection(filters)}) > 0)`
}

/** `held`, for `with`: every wallet at the start and end of the day, and the days from then to its expiry. */
const heldWallets = (tx: Tx, filters: Filters, base: Base) => {
  const { startDate: day } = dayOf(tx, filters)
  return sql`held as (
    select ${reckoned(base)}, wallet.credit_expired - ${day}::date as days
    from ${walletsMoved(dayOf(tx, filters), base, filteredBy('wallet_entry.member', filters.member))}
    where ${filteredBy('wallet.member', filters.member)})`
}

const creditWhere = (days: ReturnType<typeof sql>) =>
  sql`coalesce(sum(after) filter (where after > 0 and ${days}), 0)::float8`
const expiring = expiryBuckets.map(
  ({ key, from, to }) => sql`${creditWhere(sql`int4range(${from}, ${to}, '[]') @> days`)} as ${sql.ref(key)}`,
)

/** What moved on one day by member, in one direction or both, and when the remaining credit expires. */
export const overallFlowReportModule = reportModule(overallFlowReport, routes, {
  given: (tx, filters: Filters) => baseOf(tx, dayOf(tx, filters)),
  async check(tx, { dateTime }: Filters) {
    if (dateTime && dateTime > tx.today)
      throw invalid([{ path: 'dateTime', message: 'The date cannot be in the future' }])
  },
  rows: (tx, filters: Filters, page) => sql<Row>`
    with ${movedWallets(tx, filters)},
    listed as (
      select moved.*, lower(member.name) as name from moved join member on member.id = moved.member
      order by lower(member.name), member.id ${page})
    select ${walletStatement(dayOf(tx, filters))} from (
      select listed.*, left_then.after - came + went + expired as before, left_then.after
      from listed join wallet on wallet.member = listed.member
      cross join lateral (select wallet.balance - coalesce(sum(credit), 0) as after from wallet_entry
        where wallet_entry.member = wallet.member and at >= ${endOfDay(dayOf(tx, filters).endDate)}) left_then) listed
    join member on member.id = listed.member
    order by listed.name, member.id`,
  totals: (tx, filters, base) => sql<Totals>`
    with ${movedWallets(tx, filters)}, ${heldWallets(tx, filters, base)}
    select (select count(*)::int from moved) as total, ${dayOf(tx, filters).startDate}::date as date_time,
      ${filters.flow ?? null}::text as flow, coalesce(sum(came), 0)::float8 as total_flow_in,
      coalesce(sum(went + expired), 0)::float8 as total_flow_out, coalesce(sum(expired), 0)::float8 as total_expired,
      coalesce(sum(before), 0)::float8 as total_brought_forward, coalesce(sum(after), 0)::float8 as total_balance,
      ${sql.join(expiring)}, ${creditWhere(sql`days is null`)} as credit_without_expiry,
      coalesce(-sum(after) filter (where after < 0), 0)::float8 as credit_owed,
      ${dayOf(tx, filters).startDate < tx.today}::boolean as is_past,
      ${dayOf(tx, filters).startDate === tx.today && !filters.member?.length}::boolean as is_listed
    from held`,
  checkPage: (rows) => checkEntries(rows),
  detailed: (tx, filters, rows: Row[]) => withFlow(tx, dayOf(tx, filters), rows, isInDirection(filters)),
})
