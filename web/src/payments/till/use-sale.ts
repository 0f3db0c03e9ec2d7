/**
 * A sale at the till, step by step: the order, its verification, the receipt. Each step is a call of its own, and a step
 * that fails leaves what was done before it: the sale goes on from there. The key of a sale makes each call once, however
 * often it is sent.
 */
import { type CardLink, checkout } from '@academy/contract/payments/checkout.ts'
import { type orderBody, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan } from '@academy/contract/payments/rules.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, errorMessage, isOutOfReach } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { failureOf, openFile } from '../../platform/client/downloads/use-download.ts'
import { t } from '../../platform/client/i18n.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { useIsHere } from '../../platform/client/is-here.ts'
import { readAgain } from '../../platform/client/query.ts'
import { type can, useSession } from '../../platform/client/session/session.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { receivedProblem } from './cash.ts'

export interface Terms {
  order: z.output<typeof orderBody>
  /** In sen; nothing is received for an order by card. */
  received: number
}

export interface Sale extends Terms {
  key: string
  /** The step to be done next; none once the sale has come to its end. */
  next: 'order' | 'verify' | 'receipt' | undefined
  /** Once it is ordered, as it was answered last. */
  payment?: Payment
  /** Of an order by card. */
  link?: CardLink
  /** Somebody else verified it meanwhile. */
  wasVerified?: boolean
  /** Whether the receipt has a tab of its own; the browser may have opened none. */
  isOpened?: boolean
  /** Why it stands still. */
  problem?: string | undefined
  /** No answer came: the next step may have been done. */
  isUnsure?: boolean
}

type Can = typeof can

async function order(sale: Sale, may: Can): Promise<Sale> {
  const { order: body, received, key: idempotencyKey } = sale
  if (body.paymentType === 'Direct') {
    const { payment, ...link } = await call(checkout.start, { body, idempotencyKey, quiet: true })
    return { ...sale, payment, link, next: undefined }
  }
  const payment = await call(payments.order, { body, idempotencyKey, quiet: true })
  if (!may(payments.settle.may)) return { ...sale, payment, next: undefined }
  // The package may cost more than it did when it was chosen.
  return { ...sale, payment, next: 'verify', problem: receivedProblem(received, sen(payment.amount)) }
}

async function verify(sale: Sale, payment: Payment): Promise<Sale> {
  const params = { id: payment._id }
  try {
    const idempotencyKey = `${sale.key}-verified`
    const verified = await call(payments.settle, { params, body: { isPay: true }, idempotencyKey, quiet: true })
    return { ...sale, payment: verified, next: 'receipt' }
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 409)) throw error
    const now = await call(payments.get, { params, quiet: true })
    if (!paymentCan.print(now)) return { ...sale, payment: now, problem: errorMessage(error) }
    return { ...sale, payment: now, wasVerified: true, next: 'receipt' }
  }
}

async function receipt(sale: Sale, payment: Payment, may: Can): Promise<Sale> {
  if (!may(payments.receipt.may)) return { ...sale, next: undefined }
  try {
    const name = `Official_Receipt_${payment.orNo}.pdf`
    const isOpened = await openFile(payments.receipt, { params: { id: payment._id }, query: { print: true } }, name)
    return { ...sale, next: undefined, isOpened }
  } catch (error) {
    return { ...sale, problem: failureOf(payments.receipt, error) }
  }
}

function perform(sale: Sale, may: Can): Promise<Sale> {
  if (!sale.payment || sale.next === 'order') return order(sale, may)
  return sale.next === 'verify' ? verify(sale, sale.payment) : receipt(sale, sale.payment, may)
}

const failed = (sale: Sale, error: unknown): Sale =>
  isOutOfReach(error)
    ? { ...sale, isUnsure: true, problem: t('No answer came: {reason}', { reason: errorMessage(error) }) }
    : { ...sale, problem: errorMessage(error) }

/** A sale to `buyer`; `onEnd` is called when it has come to its end. */
export function useSale(buyer: string, onEnd: () => void) {
  const isHere = useIsHere()
  const { can: may } = useSession()
  const [sale, setSale] = useState<Sale>()
  const [isBusy, setBusy] = useState(false)
  // State arrives a render too late for a second Enter.
  const busy = useRef(false)

  /** Only one of these at a time; what comes meanwhile is dropped. */
  async function alone(work: () => Promise<unknown>) {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  async function run(from: Sale) {
    let now: Sale = { ...from, problem: undefined, isUnsure: false }
    while (now.next && !now.problem) {
      setSale(now)
      now = await perform(now, may).catch((error: unknown) => failed(now, error))
    }
    setSale(now)
    if (!now.problem) onEnd()
    // The next member is being served: its steps are told nowhere else.
    else if (!isHere.current)
      notice.error(t('{buyer}: the sale was not finished. {problem}', { buyer, problem: now.problem }))
    void readAgain()
  }

  return {
    sale,
    isBusy,
    /** Sells on the terms answered, under a key of its own; undefined sells nothing. */
    sell: (terms: () => Promise<Terms | undefined>) =>
      alone(async () => {
        const agreed = await terms()
        if (!isHere.current)
          return notice.warning(t('{buyer}: nothing was sold, the till was left too early.', { buyer }))
        if (!agreed) return
        await run({ ...agreed, key: newIdempotencyKey(), next: 'order' })
      }),
    /** Goes on where it stands still. */
    goOn: () => alone(async () => sale && run(sale)),
    /** Opens the receipt once more. */
    receipt: () => alone(async () => sale && run({ ...sale, next: 'receipt' })),
  }
}
