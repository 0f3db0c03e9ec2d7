import type { waiting as routes } from '@academy/contract/dashboard/waiting.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../platform/data/index.ts'
import { pendingPayments } from './figures.ts'
import { allUnmarkedClasses, countOpenCases } from './unresolved.ts'

/** Each count is that of the dashboard, and read only for those who may open what it is of. */
export async function waiting(tx: Tx): Promise<ResultOf<typeof routes.waiting>> {
  const { by } = tx
  const classes = by.can('attendance.view') ? await allUnmarkedClasses(tx) : null
  return {
    payments: by.can('verifyPayment.view') ? (await pendingPayments(tx)).count : null,
    openCases: by.can('outStandingCredit.view') ? await countOpenCases(tx) : null,
    adjustments: by.can('credit_adjust.view') ? await pendingAdjustments(tx) : null,
    classes: classes?.length ?? null,
    ownClasses: classes && by.can('attendance.mark') ? ownOf(classes, tx.today) : null,
    newcomers: by.can('attendance.mark') || by.can('outStandingCredit.view') ? await newcomers(tx) : null,
  }
}

/** A class of today is told by the phone itself, once it has begun. */
function ownOf(classes: Awaited<ReturnType<typeof allUnmarkedClasses>>, today: string) {
  const own = classes.filter(({ isOwn, date }) => isOwn && date < today)
  const [latest] = own
  return latest ? { total: own.length, latest: { _id: latest._id, course: latest.course, date: latest.date } } : null
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
