import { sql } from 'kysely'
import { later } from '../runtime/clock.ts'
import type { Portal } from '../runtime/portal.ts'
import { newId } from './ids.ts'
import type { Tx } from './tx.ts'
import { unrecorded } from './unrecorded.ts'

/** The last month that was closed, `YYYY-MM`, null before the first; those before it are closed as well. */
export async function latestClosed(tx: Pick<Tx, 'query'>): Promise<string | null> {
  const [row] = await tx.query<{ month: string | null }>(
    sql`select to_char(max(month), 'YYYY-MM') as month from month_close`,
  )
  return row?.month ?? null
}

const monthOf = (day: string) => day.slice(0, 7)

const aDay = 24 * 60 * 60_000
/** Milliseconds after which a close whose process died is given up. */
const longestClosing = 15 * 60_000
/**
 * One that ends after this was begun while the clock was ahead; not one that began after the call that asks, or by the clock of
 * another portal.
 */
const latestEnd = (now: Date) => later(now, 2 * longestClosing).toISOString()

const closing = sql`hashtextextended('month closing', 0)`

/**
 * Does what closes a month. Meanwhile it counts as closed: what is written after its snapshot is a correction. The work is told
 * until when: what is kept later would lack what others wrote since.
 */
export async function whileClosing<Done>(
  { database, clock, log }: Pick<Portal, 'database' | 'clock' | 'log'>,
  month: string,
  work: (until: string) => Promise<Done>,
): Promise<Done> {
  const id = newId(clock)
  const now = clock.now()
  const until = later(now, longestClosing).toISOString()
  const marks = unrecorded(database)
  // Waits for whoever took the month for open, so that the snapshot has what they write.
  await marks
    .insertInto('monthClosing')
    .columns(['id', 'month', 'until'])
    .expression(
      sql`select ${id}::uuid, ${`${month}-01`}::date, ${until}::timestamptz from pg_advisory_xact_lock(${closing})`,
    )
    .execute()
  try {
    return await work(until)
  } finally {
    await marks
      .deleteFrom('monthClosing')
      .where((mark) =>
        mark.or([mark('id', '=', id), mark('until', '<', now.toISOString()), mark('until', '>', latestEnd(now))]),
      )
      .execute()
      .catch((error: unknown) => log.warn({ error }, 'a month counts as being closed for some minutes more'))
  }
}

/** The last month that is closed, or is being closed. Whoever asked is waited for by a close that begins. */
async function latestClosing(tx: Pick<Tx, 'query' | 'now'>): Promise<string | null> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${closing})`)
  const [row] = await tx.query<{ month: string | null }>(sql`
    select to_char(greatest((select max(month) from month_close),
      (select max(month) from month_closing where until > ${tx.now}
        and until <= ${latestEnd(new Date(tx.now))})), 'YYYY-MM') as month`)
  return row?.month ?? null
}

/** A call of the last day of a month may write when the month is over, and being closed. */
const isLastOfMonth = (day: string) => monthOf(later(new Date(day), aDay).toISOString()) !== monthOf(day)

/**
 * Answers of which closed month a day is, `YYYY-MM`, for what is written now; undefined of one that is open. Nothing is read
 * where all of these days are of this month, but on its last day.
 */
export async function closedMonths(
  tx: Pick<Tx, 'query' | 'now' | 'today'>,
  days: readonly (string | undefined)[],
): Promise<(day: string | undefined) => string | undefined> {
  const isEarlier = (day: string | undefined) => day !== undefined && monthOf(day) < monthOf(tx.today)
  const latest = isLastOfMonth(tx.today) || days.some(isEarlier) ? await latestClosing(tx) : null
  return (day) => (day !== undefined && latest !== null && monthOf(day) <= latest ? monthOf(day) : undefined)
}

/**
 * Before a payment or a cash close is dated by its call, which may have begun before midnight of the last day: a close of the
 * month waits for it, or the transaction is done anew, in the month after. Otherwise no paper would tell of it.
 */
export async function needOpenMonth(tx: Pick<Tx, 'query' | 'now' | 'today'>): Promise<void> {
  const closed = (await closedMonths(tx, [tx.today]))(tx.today)
  // As the database says that a transaction has to be done anew.
  if (closed) throw Object.assign(new Error(`${closed} was closed meanwhile`), { code: '40001' })
}
