import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { signedIn } from '@academy/contract/staff/session-user.ts'
import type { z } from 'zod'
import { Refusal } from '../support/platform/process.ts'

export const administrator = { username: 'admin', password: 'correct_horse_1' }

/** A client of the API as faults meet it: it signs in again when its session is over, and knows what it may repeat. */
export interface Client {
  /** A call under /api/admin; rejects with a Refusal, or with another error when no answer came. */
  call<S extends z.ZodType>(shape: S, method: string, path: string, body?: object, key?: string): Promise<z.output<S>>
  /** The same, repeated with the same key until it is answered. */
  insist<S extends z.ZodType>(shape: S, method: string, path: string, body?: object, key?: string): Promise<z.output<S>>
  /** Resolves when the portal is ready. */
  heal(): Promise<void>
}

/** Polls until something holds; rejects after minutes in which it did not. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 180_000; !(await holds()); await pause(50))
    if (Date.now() > end) throw new Error(`For three minutes it did not come true that ${what}`)
}

/** Whether the portal could not serve the call, or nobody answered: what a client repeats. */
export const isOutage = (error: unknown) =>
  error instanceof Refusal ? [502, 503, 504].includes(error.status) : error instanceof TypeError

export function clientAt(address: () => string): Client {
  let token = ''
  let signingIn: Promise<void> | undefined

  const send = (method: string, path: string, body?: object, key?: string) => {
    const isForm = body instanceof FormData
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    return fetch(address() + apiRoot + path, { method, headers, body: isForm ? body : body && JSON.stringify(body) })
  }
  async function answerOf<S extends z.ZodType>(shape: S, response: Response, what: string): Promise<z.output<S>> {
    const text = await response.text()
    if (!response.ok) throw new Refusal(response.status, `${what}: ${response.status} ${text.slice(0, 300)}`)
    return shape.parse(JSON.parse(text))
  }
  async function signIn() {
    token = ''
    const response = await send('POST', '/auth/login', administrator)
    token = (await answerOf(signedIn, response, 'sign-in')).token
  }
  const isReady = async () => (await fetch(`${address()}/health/ready`).catch(() => undefined))?.status === 200
  const heal = () => until('the portal is ready', isReady)

  const client: Client = {
    async call(shape, method, path, body, key) {
      let response = await send(method, path, body, key)
      if (response.status === 401) {
        await response.text()
        signingIn ??= signIn().finally(() => {
          signingIn = undefined
        })
        await signingIn
        response = await send(method, path, body, key)
      }
      return answerOf(shape, response, `${method} ${path}`)
    },
    async insist(shape, method, path, body, key = randomUUID()) {
      for (;;)
        try {
          return await client.call(shape, method, path, body, key)
        } catch (error) {
          if (!isOutage(error)) throw error
          // It may be ready a moment before it notices what was done to it.
          await pause(50)
          await heal()
        }
    },
    heal,
  }
  return client
}
