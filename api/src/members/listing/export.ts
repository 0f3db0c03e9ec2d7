import { memberTexts } from '@academy/contract/members/fields.ts'
import { memberFileName, type memberFiles } from '@academy/contract/members/import.ts'
import { sql } from 'kysely'
import { type Tx, totalOf } from '../../platform/data/index.ts'
import { exported } from '../../platform/sheets/index.ts'
import { section } from '../creation.ts'
import { inOrder, type MemberFilters, matching } from './listing.ts'
import { type SheetRow, sheetColumns } from './sheet.ts'

/** The columns of a `SheetRow`, for a query that joins member and its lists. */
export const asSheetRow = sql`
  member.id, member.kind, ${sql.join(memberTexts.map((column) => sql.ref(`member.${column}`)))},
  member_type.member_type, belt.belt_color as belt, coach.name as coach_incharge,
  relationship.relationship, member.is_independent, member.is_disable, wallet.balance, wallet.credit_expired,
  case when member.kind = 'child' then (
    select string_agg(coalesce(parent.email, parent.id::text), '; ' order by parent.created_at, parent.id)
    from member_parent join member parent on parent.id = member_parent.parent
    where member_parent.child = member.id) end as parents`

const rowsOf = (tx: Tx, filters: MemberFilters) =>
  tx.portions<SheetRow>(sql`
    select ${asSheetRow}
    from (${inOrder(tx, filters)}) listed
    join member on member.id = listed.id
    left join wallet on wallet.member = member.id
    left join member_type on member_type.id = member.member_type
    left join belt on belt.id = member.belt
    left join coach on coach.id = member.coach_incharge
    left join relationship on relationship.id = member.relationship
    order by listed.place`)

export const exportMembers = exported<typeof memberFiles.exportExcel, SheetRow>(async (tx, { query }) => ({
  file: memberFileName,
  sheet: 'Members',
  columns: sheetColumns,
  rows: rowsOf(tx, query),
  section,
  expected: await totalOf(matching(tx, query)),
}))
