import { exports } from '@academy/contract/exports/exports.ts'
import { apiModule } from '../platform/http/index.ts'
import { exportState } from '../platform/jobs/index.ts'

export const exportsModule = apiModule(exports, { state: async (tx, { params }) => exportState(tx.by, params.key) })
