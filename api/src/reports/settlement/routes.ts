import { coachMonth, settlementFileName } from '@academy/contract/reports/coach-month.ts'
import { apiModule, stepwise } from '../../platform/http/index.ts'
import { renderPdf } from '../../platform/pdf/index.ts'
import { dayOfCoach, monthOfCoach } from './coach-month.ts'
import { statementLayout, statementOf } from './statement.ts'

export const coachMonthModule = apiModule(coachMonth, {
  month: (tx, { params, query }) => monthOfCoach(tx, params.coach, query.month),
  day: (tx, { params }) => dayOfCoach(tx, params.coach, params.class),
  statement: stepwise(async (transact, { params, query }) => {
    const print = await transact((tx) => statementOf(tx, params.coach, query.month))
    return {
      name: `${settlementFileName(print.coach, print.ofMonth)}.pdf`,
      content: await renderPdf(statementLayout, print),
      section: 'Coach Settlement',
      rows: print.courses.reduce((sum, { days }) => sum + days.length, 0),
    }
  }),
})
