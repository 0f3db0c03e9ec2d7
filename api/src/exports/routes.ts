import { exports } from '@academy/contract/exports/exports.ts'
import { apiModule } from '../platform/http/index.ts'
import { exportStateOf } from '../platform/jobs/index.ts'

export const exportsModule = apiModule(exports, { state: (tx, { params }) => exportStateOf(tx, params.key) })
