import { isMember } from '../members/members.ts'
import { paymentDocument } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { aside, HttpError, type Transact } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { creditNow, moneyOf } from './checkout.ts'
import type { ProviderPayment } from './client.ts'
import { type Provider, providerOf } from './provider.ts'
import { cardOrder, credit, withdraw } from './settling.ts'

interface Money {
  provider: Provider
  paid: ProviderPayment
}

/** Money that the provider has for an open order but has not reported. An unreachable provider blocks no withdrawal. */
async function unreportedMoney(transact: Transact, portal: Portal, payment: string): Promise<Money[]> {
  const order = await transact((tx) => cardOrder(tx, payment))
  if (order?.state !== 'open') return []
  try {
    const provider = await providerOf(portal, transact)
    if (order.provider !== provider.name) return []
    const attempts = await provider.client.paymentsOf(order.providerOrder)
    return (await moneyOf(transact, provider, order.providerOrder, attempts)).map((paid) => ({ provider, paid }))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    portal.log.warn({ error, order: order.providerOrder }, 'withdrawn without asking the card provider')
    return []
  }
}

/**
 * Withdraws a pending card order, and answers its payment. Money that the provider already has is credited first and the
 * withdrawal then refused; money that comes later opens a refund. So does money of a deleted member, whose order could
 * otherwise neither be settled nor withdrawn.
 */
export async function withdrawCheckout(transact: Transact, portal: Portal, payment: string, reason: string | null) {
  const before = aside(transact)
  const found = await unreportedMoney(before, portal, payment)
  const uncredited: Money[] = []
  for (const money of found) if (!(await tryCredit(before, money, payment))) uncredited.push(money)
  return transact(async (tx) => {
    await withdraw(tx, payment, reason)
    for (const { provider, paid } of uncredited) await credit(tx, provider.name, paid)
    return paymentDocument(tx, payment)
  })
}

/** False when the payer's wallet is gone; throws what forbids the credit only for now. */
async function tryCredit(transact: Transact, { provider, paid }: Money, payment: string): Promise<boolean> {
  try {
    await creditNow(transact, provider, paid)
    return true
  } catch (error) {
    const isRefused = error instanceof HttpError && error.statusCode === 409
    if (!isRefused || (await transact((tx) => hasPayer(tx, payment)))) throw error
    return false
  }
}

async function hasPayer(tx: Tx, payment: string): Promise<boolean> {
  const { createdBy } = await paymentDocument(tx, payment)
  return isMember(tx, createdBy._id)
}
