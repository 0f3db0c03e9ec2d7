import { payments as routes } from '@academy/contract/payments/payments.ts'
import { paymentPreview } from '@academy/contract/payments/preview.ts'
import { refunds } from '@academy/contract/payments/refunds.ts'
import { numberConflicts } from '../numbers/numbers.ts'
import { apiModule, oneByOne, rehearse, rowVersion, stepwise } from '../platform/http/index.ts'
import { dryRun } from './dry-run.ts'
import { documentOf, listPayments, paymentDocument, paymentRow, paymentRows, visiblePayment } from './listing.ts'
import { openOrdersOf } from './open-orders.ts'
import { cancelPayment, createOrder, rejectPayment, verifyPayment } from './payments.ts'
import { checkedReceipt, receiptsFile, receiptsToPrint } from './receipts/receipts.ts'
import { listRefunds, refundDocument, tickRefund } from './refunds.ts'
import { undoPayment } from './undo.ts'

const conflicts = {
  ...numberConflicts,
  payment_replaces_once: 'This order was made again already',
}

export const paymentsModule = apiModule(
  routes,
  {
    list: (tx, { query }) => listPayments(tx, query),
    get: (tx, { params }) => visiblePayment(tx, params.id),
    order: async (tx, { body }) => paymentDocument(tx, await createOrder(tx, body)),
    settle: async (tx, { params, body }) => {
      if (body.isPay) return documentOf(await verifyPayment(tx, params.id))
      await rejectPayment(tx, params.id)
      return paymentDocument(tx, params.id)
    },
    verifyMany: stepwise(async (transact, { body }, portal, by) => {
      const { done, failed } = await oneByOne(portal, by, conflicts, body.ids, (id) =>
        transact(async (tx) => documentOf(await verifyPayment(tx, id))),
      )
      return { verified: done, failed }
    }),
    cancel: async (tx, { params, body }) => {
      await cancelPayment(tx, params.id, body?.reason)
      return paymentDocument(tx, params.id)
    },
    rehearseUndo: stepwise((transact, { params }) => rehearse(transact, (tx) => undoPayment(tx, params.id))),
    undo: (tx, { params }) => undoPayment(tx, params.id),
    // Rendered outside of the transaction, so that no database connection waits for it.
    receipt: stepwise(async (transact, { params, query, origin }) =>
      receiptsFile(await transact(async (tx) => receiptsToPrint(tx, [await paymentRow(tx, params.id)], origin)), query),
    ),
    receipts: stepwise(async (transact, { query, origin }) =>
      receiptsFile(await transact(async (tx) => receiptsToPrint(tx, await paymentRows(tx, query.ids), origin))),
    ),
    checkReceipt: (tx, { params }) => checkedReceipt(tx, params.token),
  },
  conflicts,
  rowVersion('payment'),
)

export const paymentPreviewModule = apiModule(paymentPreview, {
  dryRun: stepwise((transact, { body }) => dryRun(transact, body)),
  openOrders: async (tx, { query }) => ({ items: await openOrdersOf(tx, query.members ?? [], query.without) }),
})

export const refundsModule = apiModule(refunds, {
  list: (tx, { query }) => listRefunds(tx, query),
  tick: async (tx, { params }) => {
    await tickRefund(tx, params.id)
    return refundDocument(tx, params.id)
  },
})
