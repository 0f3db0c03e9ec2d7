import { checkoutQuery } from '@academy/contract/payments/checkout.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isId } from '../platform/data/index.ts'
import { HttpError } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { confirmCheckout, linkParameters, returnPath } from './checkout.ts'
import { askAbout, transactFor } from './reconcile.ts'

const word = z.string().min(1).max(200)
const answer = z.object({ razorpay_payment_id: word, razorpay_order_id: word, razorpay_signature: word })

/**
 * Inside another app's window the checkout cannot call our script: the provider posts its result here as a form, and the
 * payer is sent back to the checkout page, which leads into the app.
 */
export function serveReturn(app: FastifyInstance, portal: Portal): void {
  app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    scope.post<{ Querystring: { payment_id?: unknown } }>(
      returnPath,
      { config: { rateLimit: { max: 300, timeWindow: 60_000 } } },
      async (request, reply) => {
        const result = await resultOf(portal, request.query.payment_id, request.body)
        // With the link the payer can try again.
        const link = result.status === 'false' ? linkIn(request.query) : []
        const address = new URLSearchParams([...Object.entries(result), ...link])
        return reply.header('cache-control', 'no-store').redirect(`/checkout?${address}`, 303)
      },
    )
  })
}

/** The link by which the payer came, where the address of the return holds all of it. */
function linkIn({ payment_id, ...rest }: { payment_id?: unknown }): Iterable<[string, string]> {
  const given = checkoutQuery.safeParse(rest)
  return given.success && typeof payment_id === 'string' && isId(payment_id)
    ? linkParameters(payment_id, given.data)
    : []
}

async function resultOf(portal: Portal, id: unknown, given: unknown): Promise<Record<string, string>> {
  if (typeof id !== 'string' || !isId(id)) return { status: 'false' }
  const paid = answer.safeParse(given)
  if (!paid.success) {
    // A browser's word on a decline proves nothing, so the provider is asked.
    portal.background.run(() => askAbout(portal, id))
    return { status: 'false' }
  }
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = paid.data
  const body = {
    payment_id: id.toLowerCase(),
    order_id: razorpay_order_id,
    provider_payment_id: razorpay_payment_id,
    signature: razorpay_signature,
  }
  try {
    const { payment_id, order_id, member_id } = await confirmCheckout(transactFor(portal), portal, body)
    return {
      status: 'true',
      payment_id,
      order_id,
      provider_payment_id: razorpay_payment_id,
      member_id,
      signature: razorpay_signature,
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { status: 'false' }
  }
}
