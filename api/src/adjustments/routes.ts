import { adjustmentFileName, adjustments as routes } from '@academy/contract/adjustments/adjustments.ts'
import { room, stepwise } from '../kit/serve.ts'
import { checkState, createAdjustment, deleteAdjustment, effectOf, updateAdjustment } from './adjustments.ts'
import { adjustmentPdf } from './document.ts'
import { adjustableWallet } from './holder.ts'
import { adjustmentRow, documentOf, listAdjustments } from './listing.ts'

const conflicts = {
  credit_adjustment_doc_no_key: 'This number was issued already. Please check the running number of its format.',
}

export const adjustmentsRoom = room(
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
    wallet: (tx, { params }) => adjustableWallet(tx, params.member),
    print: stepwise(async (begin, { params }, portal) => {
      const { row, effect } = await begin(async (tx) => {
        const row = await adjustmentRow(tx, params.id)
        checkState(row, 'print')
        return { row, effect: await effectOf(tx, params.id) }
      })
      const content = await adjustmentPdf({ company: portal.config.company, row, effect })
      return { name: adjustmentFileName, content }
    }),
  },
  conflicts,
)
