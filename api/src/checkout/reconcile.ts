/** Asks the provider about open orders, in case its answer or event was lost or the payer went away. */

import { inTransaction } from '../platform/data/index.ts'
import type { Transact } from '../platform/http/index.ts'
import { later, type Portal } from '../platform/runtime/index.ts'
import { creditNow, moneyOf } from './checkout.ts'
import { type Provider, providerOf } from './provider.ts'
import { cardCaller, cardOrder, end, recordDeclined } from './settling.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Leaves the provider's own events time to arrive. */
const firstAfter = 5 * minute
const longestWait = 6 * 60 * minute
/** After a try that failed, mostly for a provider that did not answer: an outage is not to put off what it takes an hour to notice. */
const longestAfterFailure = 15 * minute
/** The provider itself refunds money that comes later than this. */
const givenUpAfter = 5 * day
const batchSize = 50

export const transactFor =
  (portal: Portal): Transact =>
  (work) =>
    inTransaction(portal, cardCaller, {}, work)

interface OpenOrder {
  providerOrder: string
  createdAt: string
}

/** By order: when to ask next, after what wait. In memory only, so that a restart asks about all orders. */
export type Schedule = Map<string, { at: number; wait: number }>

/**
 * One round over the open orders that are due; answers how many these were. Several processes may do this at once, since
 * an order is settled under its lock.
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
  const openIds = new Set(open.map((order) => order.providerOrder))
  for (const order of schedule.keys()) if (!openIds.has(order)) schedule.delete(order)
  const isDue = ({ providerOrder }: OpenOrder) => (schedule.get(providerOrder)?.at ?? 0) <= now.getTime()
  if (!open.some(isDue)) return 0
  const provider = await providerOf(portal, transact)
  const due = open.filter((order) => order.provider === provider.name && isDue(order)).slice(0, batchSize)
  for (const order of due) {
    const isAsked = await settle(portal, transact, provider, order).then(
      () => true,
      (error) => {
        portal.log.warn({ error, order: order.providerOrder }, 'card order not settled')
        return false
      },
    )
    const twice = (schedule.get(order.providerOrder)?.wait ?? minute / 2) * 2
    const wait = Math.min(twice, isAsked ? longestWait : longestAfterFailure)
    schedule.set(order.providerOrder, { at: now.getTime() + wait, wait })
  }
  return due.length
}

/** Asks about one order: credits its money, records its declines, or ends it when it is too old. */
async function settle(portal: Portal, transact: Transact, provider: Provider, order: OpenOrder): Promise<void> {
  const attempts = await provider.client.paymentsOf(order.providerOrder)
  for (const paid of await moneyOf(transact, provider, order.providerOrder, attempts))
    await creditNow(transact, provider, paid)
  const declined = attempts.filter(({ status }) => status === 'failed')
  for (const attempt of declined.toSorted((one, other) => (one.created_at ?? 0) - (other.created_at ?? 0)))
    if (attempt.order_id === order.providerOrder) await transact((tx) => recordDeclined(tx, provider.name, attempt))
  if (order.createdAt < later(portal.clock.now(), -givenUpAfter).toISOString())
    await transact((tx) => end(tx, provider.name, order.providerOrder))
}

/** Asks about one order now: its payer came back without having paid. */
export async function askAbout(portal: Portal, payment: string): Promise<void> {
  const transact = transactFor(portal)
  const order = await transact((tx) => cardOrder(tx, payment))
  if (order?.state !== 'open') return
  const provider = await providerOf(portal, transact)
  if (order.provider === provider.name) await settle(portal, transact, provider, order)
}

/** Rounds that remember which orders were asked about. */
export function reconciling(portal: Portal): () => Promise<number> {
  const schedule: Schedule = new Map()
  return () => reconcile(portal, schedule)
}
