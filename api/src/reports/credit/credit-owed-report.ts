import { creditOwedReport, creditOwedReportRoutes as routes } from '@academy/contract/reports/credit-owed-report.ts'
import { sql } from 'kysely'
import { creditPriceSen, type Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { type Base, baseOf, reckoned, walletsMoved } from './wallet-days.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof creditOwedReport>

const dayOf = (tx: Tx, { asOf = tx.today }: Filters) => asOf

/** What each wallet held at the end of the day: `member`, `credit_expired`, `after`. */
function heldOn(tx: Tx, filters: Filters, base: Base) {
  const day = dayOf(tx, filters)
  if (day === tx.today) return sql`select member, credit_expired, balance as after from wallet where balance <> 0`
  const range = { startDate: day, endDate: day }
  return sql`select wallet.member, wallet.credit_expired, ${reckoned(base)} from ${walletsMoved(range, base, sql`true`)}`
}

/** `owed`, for `with`: what wallets hold, by month of expiry. There are few days and many wallets. */
const owed = (tx: Tx, filters: Filters, base: Base) => sql`held as (${heldOn(tx, filters, base)}),
days as (
  select held.credit_expired as day, count(*) as wallets, sum(held.after) as credits
  from held join member on member.id = held.member and member.is_independent
    and (not member.is_deleted or ${dayOf(tx, filters) < tx.today})
  where held.after > 0 group by held.credit_expired),
owed as (
  select case when day is null then 'none' when day < ${dayOf(tx, filters)}::date then 'expired' else to_char(day, 'YYYY-MM') end as month,
    sum(wallets) as wallets, sum(credits) as credits, min(day) as earliest
  from days group by 1)`

const inRinggit = (tx: Tx, credits: string) =>
  sql`(${sql.ref(credits)} * ${creditPriceSen(tx)} / 100.0)::numeric(16, 2)::text`

/** `sums`, for `with`: all of it, and what wallets below zero owe the academy, that of a member who is deleted too. */
const summed = (tx: Tx, filters: Filters) => sql`whole as (
  select count(*) as total, coalesce(sum(wallets), 0) as wallets, coalesce(sum(credits), 0) as credits from owed),
sums as (
  select whole.total::int as total, whole.wallets::float8 as total_wallets, whole.credits::float8 as total_credits,
    ${inRinggit(tx, 'whole.credits')} as total_amount, (${creditPriceSen(tx)} / 100.0)::numeric(16, 2)::text as credit_price,
    owing.wallets::float8 as owing_wallets, owing.credits::float8 as owing_credits,
    ${dayOf(tx, filters)}::date as as_of, ${dayOf(tx, filters) < tx.today}::boolean as is_past
  from whole cross join (
    select count(*) as wallets, coalesce(-sum(held.after), 0) as credits
    from held where held.after < 0) owing)`

/** What the academy owes in classes: the credit that wallets hold, by the month in which it expires, what expired first. */
export const creditOwedReportModule = reportModule(creditOwedReport, routes, {
  isSummed: true,
  given: (tx, filters: Filters) => baseOf(tx, { startDate: dayOf(tx, filters), endDate: dayOf(tx, filters) }),
  async check(tx, { asOf }: Filters) {
    if (asOf && asOf > tx.today) throw invalid([{ path: 'asOf', message: 'The date cannot be in the future' }])
  },
  rows: (tx, filters: Filters, page, base) => sql<Row>`
    with ${owed(tx, filters, base)}, ${summed(tx, filters)}
    select month as id, wallets::float8 as wallets, credits::float8 as credits, ${inRinggit(tx, 'credits')} as amount,
      case when ${dayOf(tx, filters) < tx.today} then null when month = 'expired' then earliest
        when month not in ('expired', 'none') then greatest((month || '-01')::date, ${tx.today}::date) end as "from",
      case when ${dayOf(tx, filters) < tx.today} then null when month = 'expired' then ${tx.today}::date - 1
        when month <> 'none' then ((month || '-01')::date + interval '1 month' - interval '1 day')::date end as "to", sums.*
    from owed cross join sums order by month = 'none', month <> 'expired', month ${page}`,
  totals: (tx, filters, base) =>
    sql<Totals>`with ${owed(tx, filters, base)}, ${summed(tx, filters)} select * from sums`,
})
