/** What coaches are paid: kept, listed and put right. What follows from it: reports/settlement. */
import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { CoachRate, rates } from '@academy/contract/rates/rates.ts'
import {
  type CoachRole,
  coachRoleLabels,
  isShare,
  lastSince,
  type RateKind,
  rateWords,
  shareTooMuch,
  tooFarAhead,
} from '@academy/contract/rates/rules.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { checkReferences } from '../lists/lists.ts'
import { paged, requireCentres, search, seesCentre, type Tx } from '../platform/data/index.ts'
import { type Call, found, invalid, notFound, refuseOther } from '../platform/http/index.ts'

/** A rate as it is stored; `amount` in sen, or in hundredths of a percent. */
const stored = (tx: Tx) =>
  tx
    .read()
    .selectFrom('coachRate')
    .innerJoin('coach', 'coach.id', 'coachRate.coach')
    .leftJoin('course', 'course.id', 'coachRate.course')
    .selectAll('coachRate')
    .select(['coach.name as coachName', 'course.name as courseName', 'course.centre'])
type Row = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const kindOf = (kind: string): RateKind => (kind === 'head' || kind === 'class' ? kind : 'share')
const roleOf = (isMain: boolean): CoachRole => (isMain ? 'main' : 'assistant')

const onWire = (row: Row): CoachRate => ({
  _id: row.id,
  coach: { _id: row.coach, name: row.coachName },
  course: row.course && row.courseName ? { _id: row.course, name: row.courseName } : null,
  role: roleOf(row.isMain),
  kind: kindOf(row.kind),
  amount: ringgit(row.amount),
  since: row.since,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** By coach and class, the latest first. Rates of all classes are shown to whoever is held to some centres, too. */
export async function listRates(tx: Tx, { coach, course, ...page }: Call<typeof rates.list>['query']) {
  let query = search(stored(tx), page.searchText, ['coach.name', 'course.name'])
  if (coach) query = query.where('coachRate.coach', '=', coach)
  if (course) query = query.where('coachRate.course', '=', course)
  const { centres } = tx.by
  if (centres)
    query = query.where((eb) => eb.or([eb('coachRate.course', 'is', null), eb('course.centre', 'in', [...centres])]))
  // None are disabled.
  if (page.isDisable) query = query.where(sql<boolean>`false`)
  const ordered = query.orderBy(
    sql`lower(coach.name), coach.id, lower(course.name) nulls first, course.id, not coach_rate.is_main,
      coach_rate.since desc, coach_rate.id`,
  )
  const { items, total } = await paged(ordered, page)
  return { items: items.map(onWire), total }
}

const isSeen = (tx: Tx, { course, centre }: Row) => course === null || seesCentre(tx, centre)

async function rateRow(tx: Tx, id: string): Promise<Row> {
  const row = found(await stored(tx).where('coachRate.id', '=', id).executeTakeFirst(), 'Rate')
  if (!isSeen(tx, row)) throw notFound('Rate')
  return row
}

/** 404 when there is none, or it is of another centre's class. */
export const rateById = async (tx: Tx, id: string): Promise<CoachRate> => onWire(await rateRow(tx, id))

const placeOf = ({ coach, course }: CoachRate) => `${coach.name} for ${course ? course.name : 'all classes'}`

const audited = ({ role, since, ...rate }: CoachRate) => ({
  coach: rate.coach.name,
  class: rate.course?.name ?? 'All classes',
  role: coachRoleLabels[role],
  rate: rateWords(rate),
  from: since,
})

/** The entry of the trail, of a rate before and after. */
const about = (action: string, was: CoachRate | undefined, now: CoachRate | undefined) => {
  const of = found(now ?? was, 'Rate')
  return {
    section: 'Coach',
    docType: 'coach-rate',
    docId: of._id,
    action,
    description: `${action} what is paid to ${placeOf(of)}: ${rateWords(of)} from ${displayDate(of.since)}`,
    ...(was ? { from: audited(was) } : {}),
    ...(now ? { to: audited(now) } : {}),
  }
}

function checkSince(tx: Tx, since: string): void {
  if (since > lastSince(tx.today)) throw invalid([{ path: 'since', message: tooFarAhead }])
}

/**
 * 400 for a coach or class that does not exist and for a day too far ahead, 403 for what takes another centre, 409 for a
 * second one from a day.
 */
export async function createRate(tx: Tx, body: Call<typeof rates.create>['body']): Promise<CoachRate> {
  const { coach, role, kind, amount, since } = body
  const course = body.course ?? null
  checkSince(tx, since)
  // Who teaches no more is still to be paid.
  await checkReferences(tx, 'coach', [coach], 'coach', [coach])
  const [taught] = course
    ? await tx.query<{ centre: string | null }>(sql`select centre from course where id = ${course} for share`)
    : []
  if (course && !taught) throw invalid([{ path: 'course', message: 'This class does not exist' }])
  requireCentres(
    tx,
    course ? 'say what is paid for this class' : 'say what is paid for all classes',
    taught?.centre ?? null,
  )
  const id = tx.newId()
  const values = { id, coach, course, isMain: role === 'main', kind, amount: sen(amount), since }
  return tx.change(
    (now: CoachRate) => about('Created', undefined, now),
    async (on) => {
      await on()
        .insertInto('coachRate')
        .values({ ...values, createdAt: tx.now, updatedAt: tx.now })
        .execute()
      return rateById(tx, id)
    },
  )
}

/** Locked; 404 as above, 403 for one of all classes by whoever is held to some centres. */
async function lockRate(tx: Tx, id: string): Promise<CoachRate> {
  const lock = tx.read().selectFrom('coachRate').select('id').where('id', '=', id).forUpdate()
  found(await lock.executeTakeFirst(), 'Rate')
  const row = await rateRow(tx, id)
  requireCentres(tx, 'change what is paid for all classes', row.centre)
  return onWire(row)
}

type Change = Call<typeof rates.update>['body']

/** What was sent, on top of what stands. */
export async function updateRate(tx: Tx, id: string, body: Change): Promise<CoachRate> {
  const was = await lockRate(tx, id)
  const { coach, course, role } = was
  refuseOther('a rate', body, { coach: coach._id, course: course?._id ?? null, role }, { course: 'class' })
  const { kind = was.kind, amount: given = was.amount, since = was.since } = body
  const amount = ringgit(sen(given))
  if (kind === was.kind && amount === was.amount && since === was.since) return was
  if (kind === 'share' && !isShare(amount)) throw invalid([{ path: 'amount', message: shareTooMuch }])
  if (since !== was.since) checkSince(tx, since)
  return tx.change(
    (now: CoachRate) => about('Updated', was, now),
    async (on) => {
      await on()
        .updateTable('coachRate')
        .set({ kind, amount: sen(amount), since, updatedAt: tx.now })
        .where('id', '=', id)
        .execute()
      return rateById(tx, id)
    },
  )
}

export async function removeRate(tx: Tx, id: string): Promise<{ _id: string }> {
  const was = await lockRate(tx, id)
  await tx.change(about('Deleted', was, undefined), (on) => on().deleteFrom('coachRate').where('id', '=', id).execute())
  return { _id: id }
}
