import type { waiting as routes } from '@academy/contract/dashboard/waiting.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../platform/data/index.ts'
import { pendingPayments } from './figures.ts'
import { countOpenCases, countUnmarkedClasses, ownUnmarkedClasses } from './unresolved.ts'

/** Each count is that of the dashboard, and read only for those who may open what it is of. */
export async function waiting(tx: Tx): Promise<ResultOf<typeof routes.waiting>> {
  const { by } = tx
  return {
    payments: by.can('verifyPayment.view') ? (await pendingPayments(tx)).count : null,
    openCases: by.can('outStandingCredit.view') ? await countOpenCases(tx) : null,
    adjustments: by.can('credit_adjust.view') ? await pendingAdjustments(tx) : null,
    classes: by.can('attendance.view') ? await countUnmarkedClasses(tx) : null,
    ownClasses: by.can('attendance.view') && by.can('attendance.mark') ? await ownClasses(tx) : null,
    newcomers: by.can('attendance.mark') || by.can('outStandingCredit.view') ? await newcomers(tx) : null,
  }
}

/** A class of today is told by the phone itself, once it has begun. */
async function ownClasses(tx: Tx) {
  const own = await ownUnmarkedClasses(tx)
  const [latest] = own
  return latest ? { total: own.length, latest } : null
}

async function newcomers(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from newcomer join course on course.id = newcomer.course
      where ${inCallersCentres(tx, 'course.centre')}`,
  )
  return row?.count ?? 0
}

async function pendingAdjustments(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from credit_adjustment where status = 'Pending'`,
  )
  return row?.count ?? 0
}
