import { payments as routes } from '@academy/contract/payments/payments.ts'
import { type HttpError, meaningOf } from '../kit/errors.ts'
import type { Portal } from '../kit/portal.ts'
import { room, stepwise } from '../kit/serve.ts'
import { listPayments, type PaymentRow, paymentDocument, paymentRow, visiblePayment } from './listing.ts'
import { cancelPayment, checkState, createOrder, rejectPayment, verifyPayment } from './payments.ts'
import { type ReceiptFacts, receiptFileName, receiptsPdf } from './receipt.ts'

const usedNumber = 'This number was issued already. Please check the running number of its format.'
const conflicts = { payment_order_no_key: usedNumber, payment_receipt_no_key: usedNumber }
const ours = 'Something went wrong on our side. Please try again.'

const receiptFacts = (payment: PaymentRow, orNo: string, company: ReceiptFacts['company']): ReceiptFacts => ({
  company,
  orNo,
  date: payment.businessDay,
  payer: { name: payment.payerName, chName: payment.payerChName },
  children: payment.children,
  package: { code: payment.packageCode, title: payment.packageTitle, description: payment.description },
  credit: payment.creditPurchase - payment.addition,
  addition: payment.addition,
  paymentType: payment.paymentType,
  amount: payment.amount,
  receivedBy: payment.coachName,
  verifiedBy: payment.verifiedByName,
  validUntil: payment.expiredDate,
})

export const paymentsRoom = room(
  routes,
  {
    list: (tx, { query }) => listPayments(tx, query),
    get: (tx, { params }) => visiblePayment(tx, params.id),
    order: async (tx, { body }) => paymentDocument(tx, await createOrder(tx, body)),
    settle: async (tx, { params, body }) => {
      if (body.isPay) await verifyPayment(tx, params.id)
      else await rejectPayment(tx, params.id)
      return paymentDocument(tx, params.id)
    },
    verifyMany: stepwise(async (begin, { body }, portal) => {
      const verified = []
      const failed = []
      for (const id of new Set(body.ids.map((each) => each.toLowerCase()))) {
        try {
          verified.push(
            await begin(async (tx) => {
              await verifyPayment(tx, id)
              return paymentDocument(tx, id)
            }),
          )
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
    receipt: stepwise(async (begin, { params }, portal) => {
      const payment = await begin((tx) => paymentRow(tx, params.id))
      const orNo = checkReceipt(payment)
      const content = await receiptsPdf([receiptFacts(payment, orNo, portal.config.company)])
      return { name: receiptFileName(orNo), content }
    }),
  },
  conflicts,
)

/** Why one payment of many could not be verified; what is a fault of ours is logged. */
function reasonOf(error: unknown, portal: Portal): string {
  const meaning: HttpError | undefined = meaningOf(error, conflicts)
  if (!meaning) portal.log.error({ err: error }, 'a fault of ours')
  return meaning?.message ?? ours
}

/** The receipt's number; 409 unless the payment is Done. */
function checkReceipt(payment: PaymentRow): string {
  checkState(payment, 'print')
  return payment.receiptNo ?? ''
}
