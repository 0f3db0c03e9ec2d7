import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { z } from 'zod'
import type { PortalProcess } from '../support/platform/process.ts'
import { type Acknowledged, type Action, actionsOn, type Request, reasons } from './actions.ts'
import type { Ground } from './world.ts'

interface Answer {
  status: number
  body: unknown
}

interface Storm {
  sent: number
  acknowledged: Acknowledged
  /** Responses that no rule explains. */
  faults: string[]
  /** Number of responses by status. */
  statuses: Record<number, number>
}

const workersAtOnce = 12

/** A seeded random number generator (mulberry32). */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

/** So many requests, each sent twice with one Idempotency-Key to either portal. */
export async function storm(
  ground: Ground,
  portals: readonly PortalProcess[],
  given: { requests: number; seed: number },
): Promise<Storm> {
  const acknowledged: Acknowledged = {
    orders: [],
    verified: new Set(),
    rejected: new Set(),
    cancelled: new Set(),
    adjustments: [],
    approved: new Set(),
    marks: new Set(),
    cleared: 0,
    edited: 0,
  }
  const result: Storm = { sent: 0, acknowledged, faults: [], statuses: {} }
  const throwDice = dice(given.seed)
  const next = actionsOn(ground, acknowledged, throwDice)
  let token = await ground.signIn()
  let signedIn = performance.now()

  async function send({ method, path, body }: Request, key: string): Promise<Answer> {
    const portal = portals[throwDice(portals.length)]
    result.sent++
    const response = await fetch(portal?.url(apiRoot + path) ?? '', {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
    })
    result.statuses[response.status] = (result.statuses[response.status] ?? 0) + 1
    return { status: response.status, body: await response.json() }
  }

  const fault = (action: Action, what: string) =>
    result.faults.push(`${action.request.method} ${action.request.path}: ${what}`)

  /** Whether it succeeded; the reason of a refusal is checked. */
  function check(action: Action, { status, body }: Answer): boolean {
    if (status < 300) return true
    const { message } = z.object({ message: z.string() }).parse(body)
    if ((status !== 409 && status !== 404) || !reasons.test(message)) fault(action, `${status} ${message}`)
    return false
  }

  function note(action: Action, answer: Answer): void {
    const wrong = action.note(answer.body)
    if (wrong) fault(action, wrong)
  }

  async function twice(): Promise<void> {
    const action = next()
    const key = randomUUID()
    const isAtOnce = throwDice(2) === 0
    const first = send(action.request, key)
    if (!isAtOnce) await first
    const [one, other] = await Promise.all([first, send(action.request, key)])
    const done = [one, other].filter((answer) => check(action, answer))
    const [answer] = done
    if (!answer) return
    if (action.request.method === 'GET') {
      for (const each of done) note(action, each)
      return
    }
    note(action, answer)
    if (done.length === 2 && !isDeepStrictEqual(one, other)) fault(action, 'The repeat was answered otherwise')
    if (!isAtOnce && done.length === 1 && answer === one) fault(action, 'The repeat was refused')
  }

  async function work(): Promise<void> {
    while (result.sent < given.requests) {
      if (performance.now() - signedIn > 600_000) {
        signedIn = performance.now()
        token = await ground.signIn()
      }
      await twice()
    }
  }
  await Promise.all(Array.from({ length: workersAtOnce }, work))
  return result
}
