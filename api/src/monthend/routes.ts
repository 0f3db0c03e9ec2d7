import { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { apiModule, callerNow, preparing } from '../platform/http/index.ts'
import { inTurn, jobOf } from '../platform/jobs/index.ts'
import { closeMonth } from './closing.ts'
import { keptFile, monthPack } from './pack.ts'
import { stateOf } from './state.ts'

export const monthEndModule = apiModule(
  monthEnd,
  {
    view: (tx, { query }) => stateOf(tx, query.month),
    close: preparing((transact, call, portal, by) => {
      const job = jobOf(by, call)
      return inTurn(job, async () => {
        await callerNow(portal, monthEnd.close, call.token)
        return closeMonth(transact, portal, call.body, job)
      })
    }),
    pdf: (tx, { params }) => keptFile(tx, params.id, 'pdf'),
    excel: (tx, { params }) => keptFile(tx, params.id, 'xlsx'),
    pack: monthPack,
  },
  { month_close_once: 'This month was closed meanwhile. Please look again.' },
)
