import { addDays } from '@academy/contract/courses/calendar.ts'
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { startOfDay } from '../platform/runtime/index.ts'

const daysTold = 7
const shown = 5

/** Cash closes of these days that are short, to who looks after what others do; else null. A close is put right by another one. */
export async function shortCloses(tx: Tx): Promise<Overview['shortCloses']> {
  if (!tx.by.can('audit_trail.view') || !tx.by.can('verifyPayment.view')) return null
  const since = addDays(tx.today, -daysTold)
  type Close = NonNullable<Overview['shortCloses']>['items'][number]
  const rows = await tx.query<Omit<Close, '_id'> & { id: string; total: number }>(sql`
    select id, number, day, coach_name as coach, (expected - counted)::text as missing, remark,
      (count(*) over ())::int as total
    from cash_close as short
    where year >= ${Number(since.slice(0, 4))} and closed_at >= ${startOfDay(since)} and counted < expected
      and not exists (select from cash_close as later where later.corrects = short.id)
    order by year desc, running_no desc limit ${shown}`)
  const [first] = rows
  return first ? { items: rows.map(({ id, total: _, ...close }) => ({ _id: id, ...close })), total: first.total } : null
}
