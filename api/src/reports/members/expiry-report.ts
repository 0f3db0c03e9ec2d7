import { expiryReport, expiryReportRoutes as routes } from '@academy/contract/reports/expiry-report.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { type FiltersOf, reportModule, sortedAndPaged } from '../output/report-module.ts'
import { foundBy } from '../scope.ts'
import { memberRows, memberSums } from './member-rows.ts'

type Filters = FiltersOf<typeof routes>

/** Members with a wallet of their own. Naming all kinds lets PostgreSQL use the index. */
const matching = (tx: Tx, { startDate, endDate, searchText, withCredit }: Filters) => sql`
  from wallet join member on member.id = wallet.member and not member.is_deleted and member.is_independent
  where wallet.kind in ('adult', 'parent', 'child')
    and wallet.credit_expired between ${startDate}::date and ${endDate}::date
    and ${withCredit ? sql`wallet.balance > 0` : sql`true`}
    and ${foundBy(tx, searchText)}`

/** Members whose credit expires in these days, the first to expire first. */
export const expiryReportModule = reportModule(expiryReport, routes, {
  rows: (tx, filters: Filters, page) =>
    memberRows(
      tx,
      sql`select member.id, wallet.credit_expired, lower(member.name) as name ${matching(tx, filters)}
        ${sortedAndPaged(sql`wallet.credit_expired, lower(member.name), member.id`, page)}`,
      sql`listed.credit_expired, listed.name, listed.id`,
    ),
  totals: (tx, filters) => memberSums(matching(tx, filters)),
})
