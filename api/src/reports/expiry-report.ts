import { expiryReport, expiryReportRoutes as routes } from '@academy/contract/reports/expiry-report.ts'
import { sql } from 'kysely'
import { memberRows, memberSums } from './member-rows.ts'
import { type AskedOf, paged, reportModule } from './output/frame.ts'
import { foundBy } from './scope.ts'

type Asked = AskedOf<typeof routes>

/** Whoever pays from a wallet of their own. The kinds are named for the sake of the index. */
const matching = ({ startDate, endDate, searchText }: Asked) => sql`
  from wallet join member on member.id = wallet.member and not member.is_deleted and member.is_independent
  where wallet.kind in ('adult', 'parent', 'child')
    and wallet.credit_expired between ${startDate}::date and ${endDate}::date
    and ${foundBy(searchText)}`

/** Members whose credit expires in these days, the first to expire first. */
export const expiryReportModule = reportModule(expiryReport, routes, {
  rows: (tx, asked: Asked, page) =>
    memberRows(
      tx,
      sql`select member.id, wallet.credit_expired, lower(member.name) as name ${matching(asked)}
        ${paged(sql`wallet.credit_expired, lower(member.name), member.id`, page)}`,
      sql`listed.credit_expired, listed.name, listed.id`,
    ),
  totals: (_, asked) => memberSums(matching(asked)),
})
