import { adjustmentFileName, adjustments as routes } from '@academy/contract/adjustments/adjustments.ts'
import { sql } from 'kysely'
import { numberConflicts } from '../numbers/numbers.ts'
import { apiModule, rehearse, stepwise, type VersionOf } from '../platform/http/index.ts'
import { paperPdf, writtenPaper } from '../platform/pdf/index.ts'
import { checkState, createAdjustment, deleteAdjustment, effectOf, updateAdjustment } from './adjustments.ts'
import { adjustmentPaper } from './document.ts'
import { adjustableWallet } from './holder.ts'
import { adjustmentRow, documentOf, listAdjustments } from './listing.ts'
import { undoAdjustment } from './undo.ts'

const version: VersionOf = async (tx, { id }) => {
  const [row] = await tx.query<{ version: string }>(
    sql`select row_version as version from credit_adjustment where id = ${id} and status <> 'Deleted'`,
  )
  return row?.version
}

export const adjustmentsModule = apiModule(
  routes,
  {
    list: (tx, { query }) => listAdjustments(tx, query),
    get: async (tx, { params }) => documentOf(await adjustmentRow(tx, params.id)),
    create: async (tx, { body }) => documentOf(await adjustmentRow(tx, await createAdjustment(tx, body))),
    update: async (tx, { params, body }) => {
      await updateAdjustment(tx, params.id, body)
      return documentOf(await adjustmentRow(tx, params.id))
    },
    remove: async (tx, { params }) => {
      await deleteAdjustment(tx, params.id)
      return { _id: params.id }
    },
    effect: (tx, { params }) => effectOf(tx, params.id),
    rehearseUndo: stepwise((transact, { params }) => rehearse(transact, (tx) => undoAdjustment(tx, params.id))),
    undo: (tx, { params }) => undoAdjustment(tx, params.id),
    wallet: (tx, { params }) => adjustableWallet(tx, params.member),
    print: stepwise(async (transact, { params }) => {
      const print = await transact(async (tx) => {
        checkState(await adjustmentRow(tx, params.id), 'print')
        return writtenPaper(tx, adjustmentPaper, params.id)
      })
      return { name: adjustmentFileName, content: await paperPdf(adjustmentPaper, print) }
    }),
  },
  numberConflicts,
  version,
)
