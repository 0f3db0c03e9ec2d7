/**
 * Closes a month: all it says is read in one snapshot, drawn without the database, and kept in one transaction. Whatever is
 * written after the snapshot is a correction, because those are what differs from what was kept; so nobody has to wait. That
 * it is names the month as closed from before the snapshot on, also should the close then fail.
 */
import { createHash } from 'node:crypto'
import type { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { monthPoints, remarkRequired } from '@academy/contract/monthend/rules.ts'
import type { BodyOf, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { daysOf, monthWords } from '@academy/contract/reports/month.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { lastProof } from '../books/books.ts'
import { academyNow, latestClosed, type Tx, whileClosing } from '../platform/data/index.ts'
import { conflict, found, invalid, type Transact } from '../platform/http/index.ts'
import { type ExportJob, reading } from '../platform/jobs/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import {
  correctionsIn,
  type KeptFiles,
  keptStatements,
  monthReports,
  type Settled,
  settledIn,
} from '../reports/reports.ts'
import { leftOpen, type Point, pointsOf } from './points.ts'
import { readme } from './readme.ts'
import { needEverything, problemOf, stateOf } from './state.ts'

type Body = BodyOf<typeof monthEnd.close>

interface Drawing {
  name: string
  coach?: string
  draw(): Promise<Buffer> | Buffer
}

interface Snapshot {
  at: string
  creditPrice: number
  points: Point[]
  settled: Settled[]
  drawings: Drawing[]
}

/** 409 out of turn. */
async function checkTurn(tx: Tx, month: string): Promise<void> {
  needEverything(tx)
  const problem = problemOf(tx, month, await latestClosed(tx))
  if (problem) throw conflict(problem)
}

const filesOf = ({ report, workbook, pdf }: KeptFiles): Drawing[] => {
  const name = report.file.replace(/\.xlsx$/, '')
  return [
    { name: `reports/${name}.xlsx`, draw: () => workbook },
    ...(pdf ? [{ name: `reports/${name}.pdf`, draw: pdf }] : []),
  ]
}

/** What is counted of the month; 409 out of turn, 400 without a remark where something is open. */
async function checkedPoints(tx: Tx, { month, remark }: Body): Promise<Point[]> {
  await checkTurn(tx, month)
  const points = await pointsOf(tx, month)
  if (leftOpen(points).length > 0 && !remark) throw invalid([{ path: 'remark', message: remarkRequired }])
  return points
}

/** Everything that is kept, as it is at one instant. */
async function snapshotOf(tx: Tx, body: Body): Promise<Snapshot> {
  const { month, remark } = body
  const points = await checkedPoints(tx, body)
  const open = leftOpen(points)
  const carried = (await correctionsIn(tx, month)).map(({ coach, amount, ...of }) => ({
    ...of,
    ...{ coach: coach._id, amount: sen(amount) },
  }))
  const settled = [...(await settledIn(tx, month)), ...carried]
  const drawings: Drawing[] = []
  for (const { files } of monthReports(month)) drawings.push(...filesOf(await files(tx)))
  const coaches = [...new Set(settled.map(({ coach }) => coach))]
  for (const { coach, name, pdf } of await keptStatements(tx, month, coaches))
    drawings.push({ name: `settlement/${name}`, coach, draw: pdf })
  const proof = await lastProof(tx)
  if (proof) drawings.push({ name: 'books.json', draw: () => Buffer.from(JSON.stringify(proof, null, 2)) })
  const { name, creditPriceSen } = await academyNow(tx)
  const text = readme({ academy: name, month, at: tx.now, by: tx.by.username, remark: remark ?? null, open, proof })
  drawings.push({ name: 'README.txt', draw: () => Buffer.from(text) })
  return { at: tx.now, creditPrice: creditPriceSen, points, settled, drawings }
}

type Drawn = Omit<Drawing, 'draw'> & { bytes: Buffer }

const tookTooLong =
  'Closing took more than a quarter of an hour, and what others did meanwhile may be missing in it. Please close the month again'

async function keep(
  tx: Tx,
  { month, remark }: Body,
  { made, files, until }: { made: Snapshot; files: readonly Drawn[]; until: string },
): Promise<void> {
  await checkTurn(tx, month)
  if (tx.now >= until) throw conflict(tookTooLong)
  const close = tx.newId()
  const open = leftOpen(made.points)
  const still = open.map(({ key, count }) => `${monthPoints[key]}: ${count}`).join(', ')
  const row = {
    id: close,
    month: daysOf(month).startDate,
    creditPrice: made.creditPrice,
    remark: remark || null,
    closedByUser: tx.by.userId,
    closedByName: tx.by.username,
    closedAt: made.at,
  }
  const kept = files.map(({ name, coach = null, bytes }) => ({
    ...{ id: tx.newId(), close, name, coach, bytes },
    digest: createHash('sha256').update(bytes).digest('hex'),
  }))
  const settlement = made.settled.map(({ month: of, amount, ...figures }) => ({
    ...{ close, ...figures, month: daysOf(of).startDate, amount: String(amount) },
  }))
  await tx.change(
    (digest: string) => ({
      section: 'Month End',
      docType: 'month-end',
      docId: close,
      action: 'Closed',
      description: `Closed ${monthWords(month)}, ${files.length} files${still && `, left open ${still}`}`,
      to: { month, remark: row.remark, digest },
    }),
    async (on) => {
      await on()
        .insertInto('monthClose')
        .values({ ...row, leftOpen: JSON.stringify(Object.fromEntries(open.map(({ key, count }) => [key, count]))) })
        .execute()
      // One by one: together they could be more than one statement may hold.
      for (const file of kept) await on().insertInto('monthFile').values(file).execute()
      if (settlement.length > 0) await on().insertInto('monthSettlement').values(settlement).execute()
      const [made] = await tx.query<{ digest: string }>(sql`select month_close_digest(${close}) as digest`)
      return found(made, 'Month').digest
    },
  )
}

/** Closes a month that is over, in turn. */
export async function closeMonth(
  transact: Transact,
  portal: Portal,
  body: Body,
  job: ExportJob,
): Promise<ResultOf<typeof monthEnd.close>> {
  // What is refused never counts as being closed.
  await transact((tx) => reading(tx, job, () => checkedPoints(tx, body)), { isSnapshot: true })
  return whileClosing(portal, body.month, async (until) => {
    const made = await transact((tx) => reading(tx, job, () => snapshotOf(tx, body)), { isSnapshot: true })
    const files: Drawn[] = []
    for (const { draw, ...drawing } of made.drawings) files.push({ ...drawing, bytes: await draw() })
    return transact(async (tx) => {
      await keep(tx, body, { made, files, until })
      return stateOf(tx, body.month)
    })
  })
}
