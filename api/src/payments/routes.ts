import { payments as routes } from '@academy/contract/payments/payments.ts'
import { paymentPreview } from '@academy/contract/payments/preview.ts'
import { refunds } from '@academy/contract/payments/refunds.ts'
import { numberConflicts } from '../numbers/numbers.ts'
import { apiModule, type HttpError, meaningOf, rehearse, rowVersion, stepwise } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { dryRun } from './dry-run.ts'
import { documentOf, listPayments, paymentDocument, paymentRow, paymentRows, visiblePayment } from './listing.ts'
import { openOrdersOf } from './open-orders.ts'
import { cancelPayment, createOrder, rejectPayment, verifyPayment } from './payments.ts'
import { checkedReceipt, receiptsFile, receiptsToPrint } from './receipts.ts'
import { listRefunds, refundDocument, tickRefund } from './refunds.ts'
import { undoPayment } from './undo.ts'

const conflicts = {
  ...numberConflicts,
  payment_replaces_once: 'This order was made again already',
}
const ours = 'Something went wrong on our side. Please try again.'

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
    verifyMany: stepwise(async (transact, { body }, portal) => {
      const verified = []
      const failed = []
      for (const id of new Set(body.ids.map((each) => each.toLowerCase()))) {
        try {
          verified.push(await transact(async (tx) => documentOf(await verifyPayment(tx, id))))
        } catch (error) {
          failed.push({ _id: id, message: reasonOf(error, portal) })
        }
      }
      return { verified, failed }
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

/** Why one payment of many could not be verified; unexpected errors are logged. */
function reasonOf(error: unknown, portal: Portal): string {
  const meaning: HttpError | undefined = meaningOf(error, conflicts)
  if (!meaning) portal.log.error({ err: error }, 'a fault of ours')
  return meaning?.message ?? ours
}
