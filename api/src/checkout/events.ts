import { z } from 'zod'
import type { Tx } from '../platform/data/index.ts'
import { HttpError, type Transact } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { captured, creditNow } from './checkout.ts'
import { providerPayment } from './client.ts'
import { type Provider, providerOf } from './provider.ts'
import { isNewEvent, recordDeclined } from './settling.ts'
import { isSigned } from './signature.ts'

const eventBody = z.object({
  event: z.string().max(100),
  payload: z.object({ payment: z.object({ entity: providerPayment }).optional() }).optional(),
})

interface Delivery {
  /** The body as it was sent. */
  raw: string
  signature: string | undefined
  /** The provider's id of the event, the same at every delivery. */
  id: string | undefined
}

const eventId = /^[\w.:-]{1,100}$/

/** Undefined unless it is JSON. */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/**
 * An event of the provider, which may come several times, late and in any order. It is proved by the signature over the
 * whole body, applied once, and answered without a call to the provider.
 */
export async function receiveEvent(
  transact: Transact,
  portal: Portal,
  { raw, signature, id }: Delivery,
): Promise<void> {
  const provider = await providerOf(portal, transact)
  if (!signature || !isSigned(provider.webhookSecret, raw, signature)) {
    portal.log.warn({ event: id?.slice(0, 100) }, 'card event with a forged signature')
    throw new HttpError(400, 'The signature is not the card provider’s')
  }
  const received = eventBody.safeParse(parsed(raw))
  // Signed but of a kind we do not know: accepted, since another delivery would not help.
  if (!received.success) return
  const { event, payload } = received.data
  const payment = payload?.payment?.entity
  const order = payment?.order_id
  if (!payment || !order) return
  const known = { id: id && eventId.test(id) ? id : signature, event, providerOrder: order }
  const isNew = (tx: Tx) => isNewEvent(tx, provider.name, known)
  if (event === 'payment.authorized') captureLater(transact, portal, provider, payment)
  else if (event === 'payment.failed') await transact((tx) => recordDeclined(tx, provider.name, payment))
  else if ((event === 'order.paid' || event === 'payment.captured') && payment.status === 'captured')
    await creditNow(transact, provider, payment, isNew)
}

/** For accounts without automatic capture: captures and credits after the event was answered. */
function captureLater(
  transact: Transact,
  portal: Portal,
  provider: Provider,
  payment: z.output<typeof providerPayment>,
) {
  portal.background.run(async () => {
    const paid = await captured(transact, provider, await provider.client.payment(payment.id))
    if (paid.status === 'captured') await creditNow(transact, provider, paid)
  })
}
