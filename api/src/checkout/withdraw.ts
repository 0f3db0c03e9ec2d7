import { isMember } from '../members/members.ts'
import { paymentDocument } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { HttpError, type Transact } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { captured, creditNow } from './checkout.ts'
import type { ProviderPayment } from './client.ts'
import { type Provider, providerOf } from './provider.ts'
import { cardOrder, credit, withdraw } from './settling.ts'

interface Found {
  provider: Provider
  paid: ProviderPayment
}

/** Money that the provider has for an open order but has not reported. An unreachable provider blocks no withdrawal. */
async function unreportedMoney(transact: Transact, portal: Portal, payment: string): Promise<Found | undefined> {
  const order = await transact((tx) => cardOrder(tx, payment))
  if (order?.state !== 'open') return undefined
  try {
    const provider = await providerOf(portal, transact)
    if (order.provider !== provider.name) return undefined
    const attempts = await provider.client.paymentsOf(order.providerOrder)
    const good = attempts.find(({ status }) => status === 'captured' || status === 'authorized')
    const paid = good && (await captured(provider, good))
    return paid?.status === 'captured' && paid.order_id === order.providerOrder ? { provider, paid } : undefined
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    portal.log.warn({ error, order: order.providerOrder }, 'withdrawn without asking the card provider')
    return undefined
  }
}

/**
 * Withdraws a pending card order. Money that the provider already has is credited first and the withdrawal then refused;
 * money that comes later opens a refund. So does money of a deleted member, whose order could otherwise neither be
 * settled nor withdrawn.
 */
export async function withdrawCheckout(transact: Transact, portal: Portal, payment: string, reason: string | null) {
  const money = await unreportedMoney(transact, portal, payment)
  const isCredited = money && (await tryCredit(transact, money, payment))
  await transact(async (tx) => {
    await withdraw(tx, payment, reason)
    if (money && !isCredited) await credit(tx, money.provider.name, money.paid)
  })
}

/** False when the payer's wallet is gone; throws what forbids the credit only for now. */
async function tryCredit(transact: Transact, { provider, paid }: Found, payment: string): Promise<boolean> {
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
