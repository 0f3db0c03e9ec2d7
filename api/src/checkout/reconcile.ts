/** Asks the provider about orders left open: an answer lost on its way, an event that never came, a payer who went away. */

import { inTransaction } from '../platform/data/index.ts'
import type { Transact } from '../platform/http/index.ts'
import { later, type Portal } from '../platform/runtime/index.ts'
import { captured, creditNow } from './checkout.ts'
import { type Provider, providerOf } from './provider.ts'
import { cardCaller, cardOrder, end, recordDeclined } from './settling.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The first question, when the provider's own events have had their time. */
const firstAfter = 5 * minute
const seldomest = 6 * 60 * minute
/** The provider gives money back that came later than this. */
const givenUpAfter = 5 * day
const atOnce = 50

export const transactFor =
  (portal: Portal): Transact =>
  (work) =>
    inTransaction(portal, cardCaller, {}, work)

interface OpenOrder {
  providerOrder: string
  createdAt: string
}

/** When an order is asked about next and how long it waited for that; kept in memory, so that a start asks about all. */
export type Schedule = Map<string, { at: number; wait: number }>

/**
 * One round: every open order that is due. Several portals may do this at once, since an order is settled once whoever
 * asks. Answers how many were asked about.
 */
export async function reconcile(portal: Portal, schedule: Schedule): Promise<number> {
  const { payment } = portal.config
  if (!payment.baseUrl && !payment.sandbox) return 0
  const transact = transactFor(portal)
  const now = portal.clock.now()
  const open = await transact((tx) =>
    tx
      .read()
      .selectFrom('cardOrder')
      .select(['provider', 'providerOrder', 'createdAt'])
      .where('state', '=', 'open')
      .where('createdAt', '<', later(now, -firstAfter).toISOString())
      .orderBy('createdAt')
      .execute(),
  )
  const still = new Set(open.map((order) => order.providerOrder))
  for (const order of schedule.keys()) if (!still.has(order)) schedule.delete(order)
  const isDue = ({ providerOrder }: OpenOrder) => (schedule.get(providerOrder)?.at ?? 0) <= now.getTime()
  if (!open.some(isDue)) return 0
  const provider = await providerOf(portal, transact)
  const due = open.filter((order) => order.provider === provider.name && isDue(order)).slice(0, atOnce)
  for (const order of due) {
    const wait = Math.min((schedule.get(order.providerOrder)?.wait ?? minute / 2) * 2, seldomest)
    schedule.set(order.providerOrder, { at: now.getTime() + wait, wait })
    await settle(portal, transact, provider, order).catch((error) =>
      portal.log.warn({ error, order: order.providerOrder }, 'card order not settled'),
    )
  }
  return due.length
}

/** Asks about one order: takes its money, notes the last decline, or ends it when it is too old. */
async function settle(portal: Portal, transact: Transact, provider: Provider, order: OpenOrder): Promise<void> {
  const attempts = await provider.client.paymentsOf(order.providerOrder)
  const good =
    attempts.find(({ status }) => status === 'captured') ?? attempts.find(({ status }) => status === 'authorized')
  if (good) {
    const paid = await captured(provider, good)
    if (paid.status === 'captured' && paid.order_id === order.providerOrder) await creditNow(transact, provider, paid)
    return
  }
  const declined = attempts.filter(({ status }) => status === 'failed')
  for (const attempt of declined.toSorted((one, other) => (one.created_at ?? 0) - (other.created_at ?? 0)))
    if (attempt.order_id === order.providerOrder) await transact((tx) => recordDeclined(tx, provider.name, attempt))
  if (order.createdAt < later(portal.clock.now(), -givenUpAfter).toISOString())
    await transact((tx) => end(tx, provider.name, order.providerOrder))
}

/** Asks about one order at once: the payer came back without having paid, and the provider knows why. */
export async function askAbout(portal: Portal, payment: string): Promise<void> {
  const transact = transactFor(portal)
  const order = await transact((tx) => cardOrder(tx, payment))
  if (order?.state !== 'open') return
  const provider = await providerOf(portal, transact)
  if (order.provider === provider.name) await settle(portal, transact, provider, order)
}

/** A round at the start and every minute after it, one at a time; `stop` begins no further one. */
export function reconciling(portal: Portal): { stop(): void } {
  const schedule: Schedule = new Map()
  let busy = false
  const round = () => {
    if (busy) return
    busy = true
    portal.background.run(() =>
      reconcile(portal, schedule).finally(() => {
        busy = false
      }),
    )
  }
  round()
  const timer = setInterval(round, minute).unref()
  return { stop: () => clearInterval(timer) }
}
