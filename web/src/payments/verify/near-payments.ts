import type { Payment } from '@academy/contract/payments/payments.ts'

const nearMs = 14 * 24 * 60 * 60 * 1000

type Compared = Pick<Payment, '_id' | 'receivedAt'>

/** Those of a wallet's payments that were received within two weeks of one of them, that one left out. */
export function nearPayments<Other extends Compared>(payment: Compared, all: readonly Other[]): Other[] {
  const at = Date.parse(payment.receivedAt)
  return all.filter(({ _id, receivedAt }) => _id !== payment._id && Math.abs(Date.parse(receivedAt) - at) <= nearMs)
}
