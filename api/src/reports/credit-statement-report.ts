import {
  creditStatementReport,
  creditStatementReportRoutes as routes,
} from '@academy/contract/reports/credit-statement-report.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { found, invalid } from '../platform/http/index.ts'
import { type AskedOf, type RowOf, reportModule, type Totals } from './output/frame.ts'
import { checkEntries, walletStatement, walletSums, walletsOf, withFlow } from './wallet-days.ts'

type Asked = AskedOf<typeof routes>
type Row = RowOf<typeof creditStatementReport>

/** The parent and the children, each of whom may have a wallet that moved. */
const family = ({ parentId }: Asked) => sql`
  select ${parentId}::uuid union all
  select member_parent.child from member_parent where member_parent.parent = ${parentId}`

const meant = (asked: Asked) =>
  walletsOf(
    asked,
    (column) => sql<boolean>`${sql.ref(column)} = any(array(${family(asked)}))`,
    sql<boolean>`wallet.member = ${asked.parentId}`,
  )

/** 404 where there is no such member, 400 for a child whose credit is its parents'. */
async function check(tx: Tx, { parentId }: Asked): Promise<void> {
  const [member] = await tx.query<{ name: string; isIndependent: boolean }>(
    sql`select name, is_independent from member where id = ${parentId} and not is_deleted`,
  )
  const { name, isIndependent } = found(member, 'Parent')
  if (!isIndependent)
    throw invalid([{ path: 'parentId', message: `${name} has no wallet of its own, the parents pay: choose a parent` }])
}

/** What came into and left the wallets of a family: the parent's, then the children's by name. */
export const creditStatementReportModule = reportModule(creditStatementReport, routes, {
  check,
  rows: (_, asked: Asked, page) => sql<Row>`
    with ${meant(asked)}
    select ${walletStatement(asked)} from wallets join member on member.id = wallets.member
    order by member.id <> ${asked.parentId}, lower(member.name), member.id ${page}`,
  totals: (_, asked) => sql<Totals>`with ${meant(asked)} select ${walletSums} from wallets`,
  checkPage: (rows) => checkEntries(rows),
  detailed: (tx, asked, rows: Row[]) => withFlow(tx, asked, rows),
})
