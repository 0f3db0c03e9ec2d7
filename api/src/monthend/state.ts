/** How a month stands. */
import type { CorrectingEntry, MonthEndState, MonthFile } from '@academy/contract/monthend/month-end.ts'
import {
  centresReason,
  closingProblem,
  correctsAny,
  correctsWords,
  type MonthPoint,
  monthPoints,
} from '@academy/contract/monthend/rules.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { coachSettlementReport } from '@academy/contract/reports/coach-settlement-report.ts'
import { daysOf, monthOf, monthsLater } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import { receiptsIssuedIn } from '../payments/payments.ts'
import { lastMonth, latestClosed, type Tx } from '../platform/data/index.ts'
import { forbidden, HttpError } from '../platform/http/index.ts'
import { correctionsIn, monthReports } from '../reports/reports.ts'
import { pointsOf } from './points.ts'

/** A month is the whole academy's; 403 for whoever is in charge of some centres only. */
function needAllCentres(tx: Tx): void {
  if (tx.by.centres !== null) throw new HttpError(403, centresReason)
}

/** What the caller lacks of what everything that is kept asks for: every report as a file, and what all coaches are paid. */
function lacking(tx: Tx): HttpError | undefined {
  const needed: (readonly Permission[])[] = [
    ['audit_trail.view'],
    ['coach.edit'],
    ...monthReports(monthOf(tx.today)).map(({ report }) => [report.mayExport].flat()),
  ]
  const missing = needed.find((may) => !may.some(tx.by.can))
  return missing && forbidden(...missing)
}

/** 403 unless the caller may have everything that is kept. Whoever sees less would close a month with less in it. */
export function needEverything(tx: Tx): void {
  needAllCentres(tx)
  const refusal = lacking(tx)
  if (refusal) throw refusal
}

/** Why a month cannot be closed now. */
export function problemOf(tx: Tx, month: string, latest: string | null): string | undefined {
  return closingProblem(month, {
    latest,
    thisMonth: monthOf(tx.today),
    afterLatest: latest === null ? null : monthsLater(latest, 1),
  })
}

interface Closed {
  id: string
  at: string
  by: string
  remark: string | null
  leftOpen: Partial<Record<MonthPoint, number>>
  files: MonthFile[]
}

type Stored = Omit<Closed, 'files'> & { files: (Omit<MonthFile, 'title'> & { coach: string | null })[] }

async function closedOf(tx: Tx, month: string): Promise<Closed | undefined> {
  const [closed] = await tx.query<Stored>(sql`
    select month_close.id, month_close.closed_at as at, month_close.closed_by_name as by, month_close.remark,
      month_close.left_open, (
        select json_agg(json_build_object('_id', month_file.id, 'name', month_file.name, 'coach', coach.name,
          'bytes', length(bytes), 'digest', digest) order by month_file.name)
        from month_file left join coach on coach.id = month_file.coach where close = month_close.id) as files
    from month_close where month_close.month = ${`${month}-01`}::date`)
  if (!closed) return undefined
  const titleOf = new Map(
    monthReports(month).map(({ report: { file, title } }) => [file.replace(/\.xlsx$/, ''), title]),
  )
  const files = closed.files.map(({ coach, ...file }) => {
    const [, plain = file.name] = /^.*\/(.*)\.\w+$/.exec(file.name) ?? []
    return { ...file, title: coach ? `${coachSettlementReport.title}, ${coach}` : (titleOf.get(plain) ?? plain) }
  })
  return { ...closed, files }
}

const mostEntries = 100

/**
 * Entries written since a close whose note ends with these words, a regular expression; the latest first. One that waited for a wallet while the
 * month was closed bears the instant at which its call began.
 */
async function entriesSince(tx: Tx, since: string, named: string): Promise<MonthEndState['entries']> {
  const found = sql`from wallet_entry as entry join member on member.id = entry.member
    left join member as attendee on attendee.id = entry.attended_by
    where entry.at >= ${since}::timestamptz - interval '15 minutes' and entry.note ~ ${`${named}$`}`
  const items = await tx.query<Omit<CorrectingEntry, '_id'> & { id: string }>(sql`
    select entry.id, entry.at, entry.kind,
      json_build_object('_id', member.id, 'name', member.name, 'chName', member.ch_name) as member,
      concat_ws(', ', entry.cause_label, attendee.name) as label, entry.note, entry.credit, entry.by_name as by
    ${found} order by entry.at desc, entry.id desc limit ${mostEntries}`)
  const [all] = await tx.query<{ total: number }>(sql`select count(*)::int as total ${found}`)
  return { items: items.map(({ id, ...item }) => ({ _id: id, ...item })), total: all?.total ?? 0 }
}

async function lastClosedAt(tx: Tx): Promise<string> {
  const [last] = await tx.query<{ at: string }>(sql`select max(closed_at) as at from month_close`)
  return last?.at ?? tx.now
}

/** The month to be closed next is shown unless another is named. */
export async function stateOf(tx: Tx, asked: string | undefined): Promise<MonthEndState> {
  needAllCentres(tx)
  const latest = await latestClosed(tx)
  const month = asked ?? (latest === null ? await lastMonth(tx) : monthsLater(latest, 1))
  const closed = await closedOf(tx, month)
  const isNext = latest !== null && month === monthsLater(latest, 1)
  const none = { items: [], total: 0 }
  const days = daysOf(month)
  return {
    month,
    ...days,
    latest,
    points: closed
      ? keysOf(monthPoints).map((key) => ({ key, count: closed.leftOpen[key] ?? 0 }))
      : await pointsOf(tx, month),
    refused: problemOf(tx, month, latest) ?? null,
    forbidden: lacking(tx)?.message ?? null,
    closed: closed
      ? {
          _id: closed.id,
          at: closed.at,
          by: closed.by,
          remark: closed.remark,
          receipts: await receiptsIssuedIn(tx, days),
          files: closed.files,
        }
      : null,
    corrections: await correctionsIn(tx, month),
    entries: closed
      ? await entriesSince(tx, closed.at, correctsWords(month))
      : isNext
        ? await entriesSince(tx, await lastClosedAt(tx), correctsAny)
        : none,
  }
}
