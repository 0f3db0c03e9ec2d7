import { jobs } from '@academy/contract/jobs/jobs.ts'
import { apiModule } from '../platform/http/index.ts'
import { jobsState, runNow } from './jobs.ts'

export const jobsModule = apiModule(jobs, {
  state: (tx) => jobsState(tx),
  run: async (tx, { params }) => {
    await runNow(tx, params.name)
    return jobsState(tx)
  },
})
