import { exports } from '@academy/contract/exports/exports.ts'
import { exportState } from '../kit/export-line.ts'
import { room } from '../kit/serve.ts'

export const exportsRoom = room(exports, { state: async (tx, { params }) => exportState(tx.by, params.key) })
