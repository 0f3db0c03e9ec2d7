import { coachMonth, settlementFileName } from '@academy/contract/reports/coach-month.ts'
import { monthOf } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { apiModule, found, stepwise } from '../../platform/http/index.ts'
import { renderPdf } from '../../platform/pdf/index.ts'
import { coachSeen, dayOfCoach, monthOfCoach } from './coach-month.ts'
import { statementLayout, statementsOf } from './statement.ts'

/** The statement that a closed month keeps, which is of the whole academy. */
async function keptStatement(tx: Tx, coach: string, month = monthOf(tx.today)) {
  const { id } = await coachSeen(tx, coach)
  if (tx.by.centres !== null) return undefined
  const [kept] = await tx.query<{ name: string; content: Buffer }>(sql`
    select regexp_replace(month_file.name, '^.*/', '') as name, month_file.bytes as content
    from month_file join month_close on month_close.id = month_file.close
    where month_file.coach = ${id} and month_close.month = ${`${month}-01`}::date`)
  return kept
}

const section = 'Coach Settlement'

export const coachMonthModule = apiModule(coachMonth, {
  month: (tx, { params, query }) => monthOfCoach(tx, params.coach, query.month),
  day: (tx, { params }) => dayOfCoach(tx, params.coach, params.class),
  statement: stepwise(async (transact, { params, query }) => {
    const made = await transact(async (tx) => {
      const kept = await keptStatement(tx, params.coach, query.month)
      return kept ?? found((await statementsOf(tx, [params.coach], query.month))[0], 'Coach')
    })
    if ('content' in made) return { ...made, section }
    const { print } = made
    return {
      name: `${settlementFileName(print.coach, print.ofMonth)}.pdf`,
      content: await renderPdf(statementLayout, print),
      section,
      rows: print.courses.reduce((sum, { days }) => sum + days.length, 0),
    }
  }),
})
