import {
  creditStatementReport,
  creditStatementReportRoutes as routes,
} from '@academy/contract/reports/credit-statement-report.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { found, invalid } from '../../platform/http/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { checkEntries, walletStatement, walletSums, walletsOf, withFlow } from './wallet-days.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof creditStatementReport>

/** The parent and the children, who may have wallets of their own. */
const family = ({ parentId }: Filters) => sql`
  select ${parentId}::uuid union all
  select member_parent.child from member_parent where member_parent.parent = ${parentId}`

const familyWallets = (filters: Filters) =>
  walletsOf(
    filters,
    // A few wallets are reckoned back by their own index.
    undefined,
    (column) => sql<boolean>`${sql.ref(column)} = any(array(${family(filters)}))`,
    sql<boolean>`wallet.member = ${filters.parentId}`,
  )

/** 404 for an unknown member, 400 for a child whose parents pay. */
async function check(tx: Tx, { parentId }: Filters): Promise<void> {
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
  rows: (_, filters: Filters, page) => sql<Row>`
    with ${familyWallets(filters)}
    select ${walletStatement(filters)}, wallet.credit_expired
    from wallets join member on member.id = wallets.member join wallet on wallet.member = wallets.member
    order by member.id <> ${filters.parentId}, lower(member.name), member.id ${page}`,
  totals: (_, filters) => sql<Totals>`with ${familyWallets(filters)} select ${walletSums} from wallets`,
  checkPage: (rows) => checkEntries(rows),
  detailed: (tx, filters, rows: Row[]) => withFlow(tx, filters, rows),
})
