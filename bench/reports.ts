/**
 * Every report of one month in an academy of 1,000,000 ledger rows and 1,000,000 attendance records, beside the time of
 * its SQL statements; and its workbook: `npm run bench reports`.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { type Connection, connect } from '../api/src/platform/data/index.ts'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, listOfIds, signIn } from './support/caller.ts'
import { print, quantile, repeat } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { startPortal, withDataDir } from './support/portal.ts'
import { recorder } from './support/statements.ts'

const times = 30

/** The month with most entries of both kinds. */
const month = 'startDate=2025-12-01&endDate=2025-12-31'

async function count(database: Connection, seconds: number) {
  const { rows } = await database.query<{ entries: string; records: string }>(
    'select (select count(*) from wallet_entry) as entries, (select count(*) from attendance) as records',
  )
  console.log(`${rows[0]?.entries} ledger rows, ${rows[0]?.records} attendance records, made in ${seconds} s`)
}

const timed = (work: () => Promise<unknown>) =>
  repeat(times, async () => {
    const began = performance.now()
    await work()
    return performance.now() - began
  })

const totalled = z.looseObject({ total: z.number().optional() })

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const embedded = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    const seconds = await fill(embedded, ['many-members', 'many-classes'])
    const database = await connect(embedded.ownerUrl())
    await count(database, seconds)
    const caller = await signIn(portal.address, 'admin')
    const [course] = (await caller.call(listOfIds, 'GET', '/course?limit=1')).items
    const [session] = (
      await caller.call(listOfIds, 'GET', `/class?course=${course?._id}&startDate=2025-12-01&limit=1&sort=-date`)
    ).items
    const [parent] = (await caller.call(listOfIds, 'GET', '/member?isParent=true&limit=1&sort=-wallet')).items
    const [coach] = (await caller.call(listOfIds, 'GET', '/coach?limit=1')).items

    const recorded = await recorder(dataDir, embedded.url, caller.token)

    const reports = [
      ['attendance-report', `attendance-report?${month}&status=P`],
      ['class-attend-report, one class', `class-attend-report?${month}&course=${course?._id}`],
      ['class/attendance', `class/attendance?classId=${session?._id}`],
      ['statement-report', `statement-report?${month}`],
      ['collection-report', `collection-report?${month}`],
      ['expiry-report', 'expiry-report?startDate=2026-11-01&endDate=2026-11-30'],
      ['tm-Report', 'tm-Report'],
      ['credit-statement-report, one parent', `credit-statement-report?${month}&parentId=${parent?._id}`],
      ['overall-flow-report, one day', 'overall-flow-report?dateTime=2025-12-05'],
      ['member/summary-flow, one coach', `member/summary-flow?${month}&coachIncharge=${coach?._id}`],
      ['coach-student-credit-report', `coach-student-credit-report?${month}`],
      ['class-monthly-settlement-Report', `class-monthly-settlement-Report?${month}`],
      ['coach-settlement', 'coach-settlement?month=2025-12'],
      ['coach-settlement, one coach', `coach-settlement/${coach?._id}?month=2025-12`],
      ['class/registered-class', 'class/registered-class'],
      ['dashboard: overview', '../dashboard/overview'],
      ['dashboard: charts', '../dashboard/charts'],
    ] as const
    /** Rows per second and MB of the report's workbook; an error is printed in their place. */
    const workbook = async ({ pathname, search }: URL, total: number) => {
      const began = performance.now()
      try {
        const bytes = await caller.file(`${pathname}/generate/excel${search}`)
        return [Math.round(total / ((performance.now() - began) / 1000)), (bytes / 1e6).toFixed(1)]
      } catch (error) {
        return [String(error).slice(0, 120), '']
      }
    }
    const rows: (string | number)[][] = []
    for (const [name, path] of reports) {
      const url = new URL(path, 'http://portal/report/')
      const call = url.pathname + url.search
      const statements = await recorded.readsOf(call, 'own')
      const { total } = totalled.parse(await caller.call(anything, 'GET', call))
      const bare = await timed(async () => {
        for (const { text, values } of statements) await database.query(text, values)
      })
      const called = await timed(() => caller.call(anything, 'GET', call))
      const [sql, half] = [quantile(bare, 0.5), quantile(called, 0.5)]
      rows.push([
        name,
        total ?? '',
        statements.length,
        sql.toFixed(1),
        half.toFixed(1),
        (half / sql).toFixed(2),
        quantile(called, 0.95).toFixed(1),
        ...(url.pathname.startsWith('/report/') && total !== undefined ? await workbook(url, total) : ['', '']),
      ])
    }
    print(
      ['report', 'rows', 'statements', 'SQL p50 ms', 'call p50 ms', 'ratio', 'call p95 ms', 'Excel rows/s', 'MB'],
      rows,
    )
    await recorded.close()
    await database.end()
  } finally {
    await portal.stop()
  }
})
