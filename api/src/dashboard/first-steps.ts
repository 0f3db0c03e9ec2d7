import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { type FirstStep, firstSteps } from '@academy/contract/dashboard/first-steps.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'

/** A row where the step was taken. The first administrator and their group are there from the start. */
const taken: Record<FirstStep, RawBuilder<unknown>> = {
  '/brand': sql`select from brand where coalesce(company_name, hex, picture) is not null`,
  '/centre/listing': sql`select from centre`,
  '/sport/listing': sql`select from sport`,
  '/designation/listing': sql`select from designation`,
  '/coach/listing': sql`select from coach`,
  '/coach-rate': sql`select from coach_rate`,
  '/user-group/listing': sql`select from user_group offset 1`,
  '/user/listing': sql`select from staff_user offset 1`,
  '/holiday/listing': sql`select from holiday`,
  '/course-type/listing': sql`select from course_type`,
  '/course/listing': sql`select from course`,
  '/credit-package/listing': sql`select from credit_package`,
  '/relationship/listing': sql`select from relationship`,
  '/belt/listing': sql`select from belt`,
  '/member-type/listing': sql`select from member_type`,
  '/membership/listing': sql`select from member`,
}

/** What the figures of the dashboard are of: classes, what is sold, and who trains. */
const needed = ['/course/listing', '/credit-package/listing', '/membership/listing'] as const

async function isNew(tx: Tx): Promise<boolean> {
  const missing = needed.map((step) => sql`not exists (${taken[step]})`)
  const [row] = await tx.query<{ isNew: boolean }>(sql`select ${sql.join(missing, sql` or `)} as is_new`)
  return row?.isNew ?? false
}

/** Whether the academy is new, and the first steps it has taken; of one that is not, nothing is looked up. */
export async function beginnings(tx: Tx): Promise<Pick<Overview, 'isNew' | 'begun'>> {
  if (!(await isNew(tx))) return { isNew: false, begun: [] }
  const steps = firstSteps.map((step) => sql`case when exists (${taken[step]}) then ${step}::text end`)
  const [row] = await tx.query<{ begun: FirstStep[] }>(
    sql`select array_remove(array[${sql.join(steps)}], null) as begun`,
  )
  return { isNew: true, begun: row?.begun ?? [] }
}
