import { z } from 'zod'
import { HttpError } from '../platform/http/index.ts'

/** A call of the provider's REST API; `path` starts after the version. Rejects when no answer comes. */
export type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; body: unknown }>

const order = z.object({ id: z.string().min(1).max(100), amount: z.number().int(), currency: z.string() })

/** A payment in the provider's answers and events; amounts in sen. */
export const providerPayment = z.object({
  id: z.string().min(1).max(100),
  order_id: z.string().max(100).nullish(),
  amount: z.number().int(),
  currency: z.string().max(10),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  error_description: z.string().nullish(),
  /** Seconds since 1970. */
  created_at: z.number().nullish(),
})
export type ProviderPayment = z.output<typeof providerPayment>

const refusal = z.object({ error: z.object({ description: z.string() }) })

const providerUnavailable = () =>
  new HttpError(503, 'The card provider does not answer, please try again', { retryAfter: 5 })

const timeout = 10_000
const version = '/v1'

/** Calls over the network with the account's keys. */
export function httpSend(baseUrl: string, keyId: string, keySecret: string): Send {
  const root = baseUrl.replace(/\/+$/, '').replace(new RegExp(`${version}$`), '') + version
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return async (method, path, body) => {
    const answer = await fetch(root + path, {
      method,
      headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A redirect must not carry the keys to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: answer.status, body: await answer.json() }
  }
}

/** The calls the portal makes to its card provider; every answer is validated. */
export interface ProviderClient {
  /** Amount in sen; the receipt is our reference at the provider, at most 40 characters. */
  createOrder(wanted: { amount: number; currency: string; receipt: string }): Promise<string>
  payment(id: string): Promise<ProviderPayment>
  /** Every attempt to pay an order. */
  paymentsOf(order: string): Promise<ProviderPayment[]>
  /** Takes the money of an authorized payment. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>
}

/** 503 when the provider is unreachable or its answer is not as expected. */
export function providerClient(send: Send, onFault: (fault: object) => void): ProviderClient {
  async function ask<T>(shape: z.ZodType<T>, ...[method, path, body]: Parameters<Send>): Promise<T> {
    let answer: Awaited<ReturnType<Send>>
    try {
      answer = await send(method, path, body)
    } catch (error) {
      onFault({ method, path, error })
      throw providerUnavailable()
    }
    const parsed = answer.status < 300 ? shape.safeParse(answer.body) : undefined
    if (parsed?.success) return parsed.data
    onFault({ method, path, status: answer.status, said: refusal.safeParse(answer.body).data?.error.description })
    throw providerUnavailable()
  }
  const segment = encodeURIComponent
  return {
    async createOrder({ amount, currency, receipt }) {
      const body = { amount, currency, receipt, payment_capture: true }
      const made = await ask(order, 'POST', '/orders', body)
      if (made.amount === amount && made.currency === currency) return made.id
      onFault({ wanted: body, made })
      throw providerUnavailable()
    },
    payment: (id) => ask(providerPayment, 'GET', `/payments/${segment(id)}`),
    paymentsOf: async (id) =>
      (await ask(z.object({ items: z.array(providerPayment) }), 'GET', `/orders/${segment(id)}/payments`)).items,
    capture: ({ id, amount, currency }) =>
      ask(providerPayment, 'POST', `/payments/${segment(id)}/capture`, { amount, currency }),
  }
}
