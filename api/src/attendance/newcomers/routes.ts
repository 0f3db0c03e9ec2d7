import { newcomers } from '@academy/contract/attendance/newcomers.ts'
import { apiModule, rowVersion } from '../../platform/http/index.ts'
import { attendanceById } from '../attendance-list.ts'
import {
  chargeNewcomer,
  dismissNewcomer,
  listNewcomers,
  newcomerById,
  newcomerConflicts,
  noteNewcomer,
} from './newcomers.ts'

export const newcomersModule = apiModule(
  newcomers,
  {
    list: (tx, { query }) => listNewcomers(tx, query),
    get: (tx, { params }) => newcomerById(tx, params.id),
    create: async (tx, { body }) => newcomerById(tx, await noteNewcomer(tx, body)),
    charge: async (tx, { params, body }) => attendanceById(tx, await chargeNewcomer(tx, params.id, body)),
    dismiss: async (tx, { params, body }) => {
      await dismissNewcomer(tx, params.id, body.reason)
      return { _id: params.id }
    },
  },
  newcomerConflicts,
  rowVersion('newcomer'),
)
