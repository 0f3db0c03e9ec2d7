/** The provider's checkout in the browser: its script and its callbacks. */
import type { CheckoutPage } from '@academy/contract/payments/checkout.ts'
import { z } from 'zod'

interface Options {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  handler: (answer: unknown) => void
  modal: { ondismiss: () => void }
  callback_url?: string
  redirect?: boolean
}

declare global {
  interface Window {
    /** Defined by the provider's script. */
    Razorpay?: new (
      options: Options,
    ) => { open(): void; on(event: 'payment.failed', listener: (answer: unknown) => void): void }
  }
}

const paidAnswer = z.object({
  razorpay_payment_id: z.string().min(1),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})
export type Paid = z.output<typeof paidAnswer>

const failedAnswer = z.object({ error: z.object({ description: z.string() }) })

/** An in-app browser, where the provider posts a form instead of calling a callback. */
const isInApp = (agent: string) =>
  /; wv\)|\bFB(AN|AV|_IAB)\b|Instagram|Line\//.test(agent) || (/iPhone|iPad/.test(agent) && !/Safari\//.test(agent))

export class ScriptFailed extends Error {}

function load(address: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => (window.Razorpay ? resolve() : reject(new ScriptFailed()))
    script.onerror = () => {
      script.remove()
      reject(new ScriptFailed())
    }
    document.head.append(script)
  })
}

/**
 * Opens the checkout and resolves when it is over: with the provider's answer once paid, with undefined when closed.
 * `onDeclined` receives why a card was declined; the checkout stays open for another. Rejects with ScriptFailed.
 */
export async function openCheckout(order: CheckoutPage, onDeclined: (why: string) => void): Promise<Paid | undefined> {
  await load(order.script)
  const { Razorpay } = window
  if (!Razorpay) throw new ScriptFailed()
  return new Promise((resolve) => {
    const checkout = new Razorpay({
      key: order.key,
      amount: order.amountInSen,
      currency: order.currency,
      name: order.companyName,
      description: order.packageTitle,
      order_id: order.order_id,
      handler: (answer) => resolve(paidAnswer.safeParse(answer).data),
      modal: { ondismiss: () => resolve(undefined) },
      ...(isInApp(navigator.userAgent) ? { callback_url: order.callbackUrl, redirect: true } : {}),
    })
    checkout.on('payment.failed', (answer) => onDeclined(failedAnswer.safeParse(answer).data?.error.description ?? ''))
    checkout.open()
  })
}
