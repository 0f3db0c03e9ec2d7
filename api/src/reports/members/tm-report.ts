import { tmReportRoutes as routes, tmReport } from '@academy/contract/reports/tm-report.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { type FiltersOf, reportModule, sortedAndPaged } from '../output/report-module.ts'
import { filteredBy, foundBy } from '../scope.ts'
import { memberRows, memberSums } from './member-rows.ts'

type Filters = FiltersOf<typeof routes>

const matching = (tx: Tx, { searchText, belt, memberType }: Filters) => sql`
  from member join wallet on wallet.member = member.id
  where member.tm_no is not null and not member.is_deleted and ${filteredBy('member.belt', belt)}
    and ${filteredBy('member.member_type', memberType)} and ${foundBy(tx, searchText)}`

/** Members with a TM number, children included, by name. */
export const tmReportModule = reportModule(tmReport, routes, {
  rows: (tx, filters: Filters, page) =>
    memberRows(
      tx,
      sql`select member.id, lower(member.name) as name ${matching(tx, filters)}
        ${sortedAndPaged(sql`lower(member.name), member.id`, page)}`,
      sql`listed.name, listed.id`,
    ),
  totals: (tx, filters) => memberSums(matching(tx, filters)),
})
