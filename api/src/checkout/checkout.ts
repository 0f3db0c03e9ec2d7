import { randomBytes } from 'node:crypto'
import type { cardOrderBody, checkoutQuery, confirmBody } from '@academy/contract/payments/checkout.ts'
import { cardLinkHours, paymentStatus } from '@academy/contract/payments/rules.ts'
import { formatRM, ringgit } from '@academy/contract/wallet/rules.ts'
import type { z } from 'zod'
import { numberConflicts } from '../numbers/numbers.ts'
import { createOrder, paymentDocument, purchaseOf, quoteOrder } from '../payments/payments.ts'
import { academyNow, isId, newId, type Tx } from '../platform/data/index.ts'
import { aside, conflict, found, invalid, meaningOf, notFound, type Transact } from '../platform/http/index.ts'
import { later, type Portal } from '../platform/runtime/index.ts'
import type { ProviderPayment } from './client.ts'
import { type Provider, providerOf } from './provider.ts'
import { cardOrder, credit, isDue, type Outcome, recordProblem } from './settling.ts'
import { isSame, isSigned, paidContent } from './signature.ts'
import type { CardOrder } from './tables.ts'

export const currency = 'MYR'
/** Sen: the least that the provider accepts and the most that a card does. */
const minimum = 100
const maximum = 99_999_999

const hour = 3_600_000
/** The portal's public address, for checkout links and the provider's callback. */
export const addressOf = (portal: Portal, origin: string) => portal.config.publicUrl ?? origin

type CardBody = z.output<typeof cardOrderBody>

function checkAmount(amount: number) {
  if (amount < minimum) throw conflict(`A card payment starts at ${formatRM(minimum)}`)
  if (amount > maximum) throw conflict(`A card payment ends at ${formatRM(maximum)}`)
}

/**
 * Orders a package at the provider, stores the pending payment and answers it with its link. The provider's order comes
 * first, then one transaction here: a provider that does not answer leaves nothing behind, not even a used number.
 */
export async function startCheckout(transact: Transact, portal: Portal, body: CardBody, origin: string) {
  const wanted = { ...body, paymentType: 'Direct' as const }
  const before = aside(transact)
  const { amount } = await before((tx) => quoteOrder(tx, wanted))
  checkAmount(amount)
  const provider = await providerOf(portal, before)
  const payment = newId(portal.clock)
  const providerOrder = await provider.client.createOrder({ amount, currency, receipt: payment })
  return transact(async (tx) => {
    const now = await quoteOrder(tx, wanted)
    if (now.amount !== amount) throw conflict('The price of the package has just changed, please try again')
    await createOrder(tx, wanted, payment)
    const row = { payment, provider: provider.name, providerOrder, amount, currency }
    await tx.change(
      {
        section: 'Payment',
        docType: 'card-order',
        docId: payment,
        action: 'Ordered',
        description: `Card order ${providerOrder} of ${now.payer.name}: ${formatRM(amount)}, ${provider.name}`,
        to: row,
      },
      (on) =>
        on()
          .insertInto('cardOrder')
          .values({
            ...row,
            providerPayment: null,
            problem: null,
            declinedAt: null,
            token: randomBytes(24).toString('base64url'),
            createdAt: tx.now,
            updatedAt: tx.now,
          })
          .execute(),
    )
    return { payment: await paymentDocument(tx, payment), ...(await checkoutLink(tx, origin, payment)) }
  })
}

/** A card order with the fields of its payment that are shown. */
async function wholeOrder(tx: Tx, payment: string) {
  const row = isId(payment)
    ? await tx
        .read()
        .selectFrom('cardOrder')
        .innerJoin('payment', 'payment.id', 'cardOrder.payment')
        .innerJoin('member', 'member.id', 'payment.member')
        .selectAll('cardOrder')
        .select([
          'member.name as payerName',
          'payment.member',
          'payment.package',
          'payment.packageTitle',
          'payment.receiptNo',
          'payment.isPay',
          'payment.isRejected',
          'payment.isCancelled',
        ])
        .where('cardOrder.payment', '=', payment)
        .executeTakeFirst()
    : undefined
  return found(row, 'Card order')
}

/** `ended` once the link is too old or the provider changed; money paid in a checkout still open is credited all the same. */
const stateNow = (tx: Tx, { state, createdAt, provider }: CardOrder) =>
  state === 'open' &&
  (later(tx.portal.clock.now(), -cardLinkHours * hour).toISOString() > createdAt ||
    provider !== providerName(tx.portal))
    ? ('ended' as const)
    : state

/** The configured provider's name, without reading its keys. */
const providerName = ({ config: { payment } }: Portal) => (payment.baseUrl ? new URL(payment.baseUrl).host : 'sandbox')

/** What the address of a checkout page must hold, without the token: it opens the page and tells nobody a secret. */
export const linkParameters = (payment: string, given: z.output<typeof checkoutQuery>) => {
  const { member_id, amount, currency: of, order_id } = given
  return new URLSearchParams({ payment_id: payment, member_id, amount, currency: of, order_id })
}

/** The link of an order's checkout page, and the order's state. */
export async function checkoutLink(tx: Tx, origin: string, payment: string) {
  const row = await wholeOrder(tx, payment)
  const facts = {
    payment_id: row.payment,
    member_id: row.member,
    amount: ringgit(row.amount),
    currency: row.currency,
    order_id: row.providerOrder,
    token: row.token,
  }
  return {
    ...facts,
    checkoutUrl: `${addressOf(tx.portal, origin)}/checkout?${new URLSearchParams(facts)}`,
    sandbox: row.provider === 'sandbox',
    state: stateNow(tx, row),
    problem: row.problem,
    declinedAt: row.declinedAt,
    status: paymentStatus(row),
    payer: { _id: row.member, name: row.payerName },
    package: { _id: row.package, title: row.packageTitle },
    purchase: row.receiptNo ? await cardPurchase(tx, row.payment, row.receiptNo, row.payerName) : null,
  }
}

async function cardPurchase(tx: Tx, payment: string, orNo: string, name: string) {
  const entry = await purchaseOf(tx, payment)
  return entry ? { orNo, name, from: entry.balanceBefore, to: entry.balanceAfter } : null
}

/** Where the provider posts the result of its checkout. */
export const returnPath = '/api/checkout/return'

/** The page behind a checkout link, without a login: 404 when any part of the link is not the order's. */
export async function checkoutPage(
  transact: Transact,
  portal: Portal,
  origin: string,
  payment: string,
  given: z.output<typeof checkoutQuery>,
) {
  const row = await transact(async (tx) => {
    const order = await wholeOrder(tx, payment)
    return { ...order, state: stateNow(tx, order), academy: (await academyNow(tx)).name }
  })
  const matches =
    row.member === given.member_id &&
    ringgit(row.amount) === given.amount &&
    row.currency === given.currency &&
    isSame(row.providerOrder, given.order_id) &&
    (given.token === undefined || isSame(row.token, given.token))
  if (!matches) throw notFound('Card order')
  const isOurs = row.provider === providerName(portal)
  const provider = isOurs && row.state === 'open' ? await providerOf(portal, transact) : undefined
  return {
    state: row.state,
    companyName: row.academy,
    packageTitle: row.packageTitle,
    amount: given.amount,
    amountInSen: row.amount,
    currency: row.currency,
    order_id: row.providerOrder,
    key: provider?.keyId ?? '',
    script: provider?.script ?? '',
    callbackUrl: `${addressOf(portal, origin)}${returnPath}?${linkParameters(row.payment, given)}`,
    sandbox: row.provider === 'sandbox',
  }
}

/**
 * Captures an authorized payment that would be credited; answers any other as it is. The money of one that is not taken goes back by
 * itself, and it may be of another shop that has the same account.
 */
export async function captured(
  transact: Transact,
  provider: Provider,
  paid: ProviderPayment,
): Promise<ProviderPayment> {
  const isWanted = paid.status === 'authorized' && (await transact((tx) => isDue(tx, provider.name, paid)))
  return isWanted ? provider.client.capture(paid) : paid
}

/**
 * The captured payments of an order among its attempts, or the first authorized one, captured now. All of them: money of
 * another amount than the order's opens a refund, and must not hide the right one.
 */
export async function moneyOf(
  transact: Transact,
  provider: Provider,
  order: string,
  attempts: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const paid = attempts.filter(({ status }) => status === 'captured')
  for (const attempt of attempts)
    if (paid.length === 0 && attempt.status === 'authorized') {
      const taken = await captured(transact, provider, attempt)
      if (taken.status === 'captured') paid.push(taken)
    }
  return paid.filter(({ status, order_id }) => status === 'captured' && order_id === order)
}

/**
 * Credits captured money in a transaction of its own. A 409 (no receipt number is left, the member was deleted) is
 * recorded on the order and rethrown. Answers `already` when `isWanted` says no.
 */
export async function creditNow(
  transact: Transact,
  provider: Provider,
  paid: ProviderPayment,
  isWanted: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<Outcome> {
  try {
    return await transact(async (tx) => ((await isWanted(tx)) ? credit(tx, provider.name, paid) : 'already'))
  } catch (error) {
    // A number that was issued already is refused by the database.
    const refusal = meaningOf(error, numberConflicts)
    if (refusal?.statusCode === 409 && paid.order_id) {
      const { message } = refusal
      const { order_id } = paid
      await transact((tx) => recordProblem(tx, provider.name, order_id, `${paid.id} was paid. ${message}`))
    }
    throw error
  }
}

const statusOf = async (tx: Tx, payment: string) => {
  const row = await wholeOrder(tx, payment)
  return {
    payment_id: row.payment,
    order_id: row.providerOrder,
    member_id: row.member,
    status: paymentStatus(row),
  }
}

/**
 * Takes the result of the provider's checkout from any client: its signature over our order is the proof, and the
 * provider is asked for amount, currency and state before anything is credited.
 */
export async function confirmCheckout(transact: Transact, portal: Portal, given: z.output<typeof confirmBody>) {
  const order = found(await transact((tx) => cardOrder(tx, given.payment_id)), 'Card order')
  if (!isSame(order.providerOrder, given.order_id))
    throw invalid([{ path: 'order_id', message: 'This order belongs to another payment' }])
  const provider = await providerOf(portal, transact)
  const isProof =
    order.provider === provider.name &&
    isSigned(provider.keySecret, paidContent(order.providerOrder, given.provider_payment_id), given.signature)
  if (!isProof) {
    portal.log.warn({ payment: order.payment, order: order.providerOrder }, 'card payment with a forged signature')
    throw invalid([{ path: 'signature', message: 'The signature is not the card provider’s' }])
  }
  if (order.providerPayment !== given.provider_payment_id)
    await creditPayment(transact, provider, order, given.provider_payment_id)
  return transact((tx) => statusOf(tx, order.payment))
}

const disagrees = () => conflict('The payment does not agree with the order, nothing was credited')

async function creditPayment(transact: Transact, provider: Provider, order: CardOrder, providerPayment: string) {
  const paid = await captured(transact, provider, await provider.client.payment(providerPayment))
  if (paid.order_id !== order.providerOrder || paid.id !== providerPayment)
    throw conflict('The card provider has this payment under another order')
  if (paid.status === 'authorized') throw disagrees()
  if (paid.status !== 'captured') throw conflict(`The payment is ${paid.status} at the card provider`)
  const outcome = await creditNow(transact, provider, paid)
  if (outcome === 'refused') throw disagrees()
}
