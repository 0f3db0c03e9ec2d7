import { tmReportRoutes as routes, tmReport } from '@academy/contract/reports/tm-report.ts'
import { sql } from 'kysely'
import { memberRows, memberSums } from './member-rows.ts'
import { type AskedOf, paged, reportModule } from './output/frame.ts'
import { foundBy, oneOf } from './scope.ts'

type Asked = AskedOf<typeof routes>

const matching = ({ searchText, belt, memberType }: Asked) => sql`
  from member join wallet on wallet.member = member.id
  where member.tm_no is not null and not member.is_deleted and ${oneOf('member.belt', belt)}
    and ${oneOf('member.member_type', memberType)} and ${foundBy(searchText)}`

/** Members with a TM number, children included, by name. */
export const tmReportModule = reportModule(tmReport, routes, {
  rows: (tx, asked: Asked, page) =>
    memberRows(
      tx,
      sql`select member.id, lower(member.name) as name ${matching(asked)}
        ${paged(sql`lower(member.name), member.id`, page)}`,
      sql`listed.name, listed.id`,
    ),
  totals: (_, asked) => memberSums(matching(asked)),
})
