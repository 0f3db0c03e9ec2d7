/** One coach's month by class and day, and a day down to the ledger. */

import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import type { CoachRole } from '@academy/contract/rates/rules.ts'
import type { coachMonth, TaughtCourse, TaughtDay, TaughtLine } from '@academy/contract/reports/coach-month.ts'
import { daysOf, monthOf } from '@academy/contract/reports/month.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { found } from '../../platform/http/index.ts'
import { entryAs, memberAs } from '../people.ts'
import { correctionsIn, statedAmounts } from './corrections.ts'
import { asRM, earnedBy, earnedOnce, priceOn, rateAs, roleOf, seesPay, taughtDays, taughtSums } from './taught.ts'

export type CoachMonth = ResultOf<typeof coachMonth.month>

export interface Coach {
  id: string
  name: string
  bankName: string | null
  bankAccName: string | null
  bankAccNo: string | null
}

/** Coaches in the order of their ids; 404 for one whose pay is not the caller's to see. */
export async function coachesSeen(tx: Tx, ids: readonly string[]): Promise<Coach[]> {
  const rows = await tx.query<Coach>(sql`select id, name, bank_name, bank_acc_name, bank_acc_no from coach
    where id = any(${[...ids]}::uuid[]) and ${seesPay(tx, 'coach.id')}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found(byId.get(id.toLowerCase()), 'Coach'))
}

/** The same for one. */
export async function coachSeen(tx: Tx, id: string): Promise<Coach> {
  const [coach] = await coachesSeen(tx, [id])
  return found(coach, 'Coach')
}

type Sums = Pick<CoachMonth, 'classes' | 'heads' | 'credits' | 'owing' | 'unmarked' | 'unpriced' | 'amount'>

const durationOf = sql<string>`to_char(taught_day.starts, 'HH24:MI') || ' - ' || to_char(taught_day.ends, 'HH24:MI')`

/** The month of one coach. */
export async function monthOfCoach(tx: Tx, id: string, month = monthOf(tx.today)): Promise<CoachMonth> {
  const [only] = await monthsOfCoaches(tx, [await coachSeen(tx, id)], month)
  return found(only, 'Coach')
}

/** A coach's classes by name with their days in order, and the sums of all of them; of each coach, in their order. */
export async function monthsOfCoaches(tx: Tx, coaches: readonly Coach[], month: string): Promise<CoachMonth[]> {
  if (coaches.length === 0) return []
  const ids = coaches.map(({ id }) => id)
  const days = taughtDays(tx, { ...daysOf(month), coach: ids })
  const courses = await tx.query<
    Sums & Pick<TaughtCourse, 'course' | 'centre' | 'days'> & { coach: string; role: CoachRole }
  >(sql`with ${days}
    select taught_day.coach, ${entryAs('course', 'name', 'name')} as course, centre.description as centre, ${roleOf('taught_day')} as role,
      ${taughtSums}, json_agg(json_build_object(
        '_id', taught_day.class, 'date', taught_day.date, 'duration', ${durationOf}, 'isMarked', taught_day.is_held,
        'heads', taught_day.heads, 'credits', taught_day.credits, 'owing', taught_day.owing,
        'rate', ${rateAs('taught_day')}, 'amount', ${asRM(sql`taught_day.earned`)})
        order by taught_day.date, taught_day.starts, taught_day.class) as days
    from taught_day join course on course.id = taught_day.course left join centre on centre.id = course.centre
    group by taught_day.coach, course.id, centre.id, taught_day.is_main
    order by lower(course.name), course.id, not taught_day.is_main`)
  const sums = await tx.query<Sums & { coach: string; creditPrice: string }>(sql`with ${days}
    select coach.id as coach, ${taughtSums}, ${asRM(priceOn(tx, sql`${daysOf(month).startDate}::date`))} as credit_price
    from coach left join taught_day on taught_day.coach = coach.id where coach.id = any(${ids}::uuid[]) group by coach.id`)
  const sumsOf = new Map(sums.map(({ coach, ...of }) => [coach, of]))
  const coursesOf = Map.groupBy(courses, ({ coach }) => coach)
  const correctionsOf = Map.groupBy(await correctionsIn(tx, month, ids), ({ coach }) => coach._id)
  const stated = tx.by.centres === null ? await statedAmounts(tx, month, ids) : new Map<string, number>()
  return coaches.map(({ id, name }) => {
    const total = found(sumsOf.get(id), 'Coach')
    const corrections = correctionsOf.get(id) ?? []
    const amount = stated.get(id)
    return {
      ...{ coach: { _id: id, name }, month, computedAt: tx.now, ...total },
      courses: (coursesOf.get(id) ?? []).map(({ coach: _, ...course }) => course),
      corrections: corrections.map(({ coach: _, ...correction }) => correction),
      toPay: ringgit(corrections.reduce((sum, correction) => sum + sen(correction.amount), sen(total.amount))),
      statementAmount: amount === undefined ? null : ringgit(amount),
    }
  })
}

/** 404 for a class that this coach did not teach, or that the caller may not see. */
export async function dayOfCoach(tx: Tx, coach: string, session: string): Promise<ResultOf<typeof coachMonth.day>> {
  const { id } = await coachSeen(tx, coach)
  const [taught] = await tx.query<{ date: string }>(sql`select date from class where id = ${session}`)
  const { date } = found(taught, 'Class')
  const days = taughtDays(tx, { startDate: date, endDate: date, coach: [id], session })
  const [day] = await tx.query<Omit<TaughtDay, '_id'> & { id: string; base: string }>(sql`with ${days}
    select taught_day.class as id, taught_day.date, ${durationOf} as duration, taught_day.is_held as is_marked,
      taught_day.heads::float8 as heads, taught_day.credits::float8 as credits, taught_day.owing::float8 as owing,
      ${rateAs('taught_day')} as rate, ${asRM(sql`taught_day.earned`)} as amount,
      (select ${asRM(earnedOnce)} from priced) as base
    from taught_day`)
  const items = await tx.query<Omit<TaughtLine, '_id'> & { id: string }>(sql`with ${days}
    select attendance.id, ${memberAs('member')} as member, ${memberAs('payer')} as payer, attendance.credit_type,
      case when attendance.outstanding then 0 else attendance.credit_minus end as credits, attendance.outstanding as out_standing,
      entry.at as paid_at,
      ${asRM(earnedBy(sql`attendance.credit_minus`, sql`attendance.outstanding`))} as amount
    from priced join attendance on attendance.class = priced.class and attendance.status = 'P'
    join member on member.id = attendance.member join member payer on payer.id = attendance.wallet_member
    left join wallet_entry entry on entry.id = attendance.entry
    order by lower(member.name), attendance.id`)
  const { id: _id, ...facts } = found(day, 'Class')
  return { _id, ...facts, items: items.map(({ id: line, ...item }) => ({ _id: line, ...item })) }
}
