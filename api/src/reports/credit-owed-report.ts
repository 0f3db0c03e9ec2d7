import { creditOwedReport, creditOwedReportRoutes as routes } from '@academy/contract/reports/credit-owed-report.ts'
import { sql } from 'kysely'
import { creditPriceSen, type Tx } from '../platform/data/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from './output/frame.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof creditOwedReport>

/** `owed`, for `with`: what wallets hold, by month of expiry. There are few days and many wallets. */
const owed = (tx: Tx) => sql`days as (
  select wallet.credit_expired as day, count(*) as wallets, sum(wallet.balance) as credits
  from wallet join member on member.id = wallet.member and not member.is_deleted and member.is_independent
  where wallet.balance > 0 group by wallet.credit_expired),
owed as (
  select case when day is null then 'none' when day < ${tx.today}::date then 'expired' else to_char(day, 'YYYY-MM') end as month,
    sum(wallets) as wallets, sum(credits) as credits, min(day) as earliest
  from days group by 1)`

const inRinggit = (tx: Tx, credits: string) =>
  sql`(${sql.ref(credits)} * ${creditPriceSen(tx)} / 100.0)::numeric(16, 2)::text`

/** `sums`, for `with`: all of it, and what wallets below zero owe the academy, that of a member who is deleted too. */
const summed = (tx: Tx) => sql`whole as (
  select count(*) as total, coalesce(sum(wallets), 0) as wallets, coalesce(sum(credits), 0) as credits from owed),
sums as (
  select whole.total::int as total, whole.wallets::float8 as total_wallets, whole.credits::float8 as total_credits,
    ${inRinggit(tx, 'whole.credits')} as total_amount, (${creditPriceSen(tx)} / 100.0)::numeric(16, 2)::text as credit_price,
    owing.wallets::float8 as owing_wallets, owing.credits::float8 as owing_credits
  from whole cross join (
    select count(*) as wallets, coalesce(-sum(wallet.balance), 0) as credits
    from wallet where wallet.balance < 0) owing)`

/** What the academy owes in classes: the credit that wallets hold, by the month in which it expires, what expired first. */
export const creditOwedReportModule = reportModule(creditOwedReport, routes, {
  isSummed: true,
  rows: (tx, _: Filters, page) => sql<Row>`
    with ${owed(tx)}, ${summed(tx)}
    select month as id, wallets::float8 as wallets, credits::float8 as credits, ${inRinggit(tx, 'credits')} as amount,
      case when month = 'expired' then earliest
        when month not in ('expired', 'none') then greatest((month || '-01')::date, ${tx.today}::date) end as "from",
      case when month = 'expired' then ${tx.today}::date - 1
        when month <> 'none' then ((month || '-01')::date + interval '1 month' - interval '1 day')::date end as "to", sums.*
    from owed cross join sums order by month = 'none', month <> 'expired', month ${page}`,
  totals: (tx) => sql<Totals>`with ${owed(tx)}, ${summed(tx)} select * from sums`,
})
