import { addDays, weekday } from '@academy/contract/courses/calendar.ts'
import type { Charts } from '@academy/contract/dashboard/dashboard.ts'
import { expiryBuckets } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { flowSums, inCallersCentres, type Tx } from '../platform/data/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'

const weeksShown = 12
const attendanceDays = 28

const mondayOf = (day: string) => addDays(day, -((weekday(day) + 6) % 7))

/** Twelve weeks up to the present one. Entries count by sign: the reversal of a debit is credit in. */
export async function creditByWeek(tx: Tx): Promise<Charts['weeks']> {
  const first = addDays(mondayOf(tx.today), -7 * (weeksShown - 1))
  const mondays = Array.from({ length: weeksShown }, (_, week) => addDays(first, 7 * week))
  const { came, went, expired } = flowSums()
  const sums = await tx.query<{ week: number; in: number; out: number; expired: number }>(
    sql`select width_bucket(at, ${mondays.map(startOfDay)}::timestamptz[]) as week,
        ${came}::float8 as in, ${went}::float8 as out, ${expired}::float8 as expired
      from wallet_entry where at >= ${startOfDay(first)} and at < ${endOfDay(tx.today)} group by week`,
  )
  return mondays.map((from, index) => {
    const { week: _, ...sum } = sums.find(({ week }) => week === index + 1) ?? { week: 0, ...nothing }
    return { from, to: addDays(from, 6), ...sum }
  })
}
const nothing = { in: 0, out: 0, expired: 0 }

/** Attendance of the last four weeks in the centres the caller may see, the best attended first. */
export async function attendanceByCentre(tx: Tx): Promise<Charts['attendance']> {
  const days = { from: addDays(tx.today, 1 - attendanceDays), to: tx.today }
  const rows = await tx.query<{ id: string | null; name: string | null; present: number; absent: number }>(
    sql`select centre.id, centre.description as name,
        count(*) filter (where attendance.status = 'P')::int as present,
        count(*) filter (where attendance.status = 'A')::int as absent
      from attendance join course on course.id = attendance.course left join centre on centre.id = course.centre
      where attendance.class_date between ${days.from} and ${days.to}
        and ${inCallersCentres(tx, 'course.centre')}
      group by centre.id order by present desc, lower(centre.description), centre.id`,
  )
  return { ...days, centres: rows.map(({ id, ...centre }) => ({ _id: id, ...centre })) }
}

/** The last day of each bucket but the last, in days from today. */
const ends = expiryBuckets.flatMap(({ to }) => to ?? [])
const buckets = [...expiryBuckets, { label: 'No expiry date', from: null, to: null }]

/** The credit that wallets hold, by when it expires; wallets without credit are left out. */
export async function creditByExpiry(tx: Tx): Promise<Charts['expiring']> {
  const firstDays = ends.map((days) => addDays(tx.today, days + 1))
  const sums = await tx.query<{ bucket: number; wallets: number; credit: number }>(
    sql`select coalesce(width_bucket(credit_expired, ${firstDays}::date[]), ${buckets.length - 1}::int) as bucket,
        count(*)::int as wallets, sum(balance)::float8 as credit
      from wallet
      where balance > 0 and not exists (select from member where id = wallet.member and is_deleted) group by bucket`,
  )
  return buckets.map(({ label, from, to }, index) => {
    const sum = sums.find((each) => each.bucket === index)
    return { bucket: label, from, to, wallets: sum?.wallets ?? 0, credit: sum?.credit ?? 0 }
  })
}
