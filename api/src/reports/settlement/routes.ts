import { coachMonth, settlementFileName } from '@academy/contract/reports/coach-month.ts'
import { monthOf } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { apiModule, stepwise } from '../../platform/http/index.ts'
import { renderPdf } from '../../platform/pdf/index.ts'
import { coachSeen, dayOfCoach, monthOfCoach } from './coach-month.ts'
import { statementLayout, statementOf } from './statement.ts'

/** The statement that a closed month keeps, which is of the whole academy. */
async function keptStatement(tx: Tx, coach: string, month = monthOf(tx.today)): Promise<Buffer | undefined> {
  const { id } = await coachSeen(tx, coach)
  if (tx.by.centres !== null) return undefined
  const [kept] = await tx.query<{ bytes: Buffer }>(sql`
    select month_file.bytes from month_file join month_close on month_close.id = month_file.close
    where month_file.coach = ${id} and month_close.month = ${`${month}-01`}::date`)
  return kept?.bytes
}

export const coachMonthModule = apiModule(coachMonth, {
  month: (tx, { params, query }) => monthOfCoach(tx, params.coach, query.month),
  day: (tx, { params }) => dayOfCoach(tx, params.coach, params.class),
  statement: stepwise(async (transact, { params, query }) => {
    const { kept, print } = await transact(async (tx) => ({
      kept: await keptStatement(tx, params.coach, query.month),
      print: await statementOf(tx, params.coach, query.month),
    }))
    return {
      name: `${settlementFileName(print.coach, print.ofMonth)}.pdf`,
      content: kept ?? (await renderPdf(statementLayout, print)),
      section: 'Coach Settlement',
      rows: print.courses.reduce((sum, { days }) => sum + days.length, 0),
    }
  }),
})
