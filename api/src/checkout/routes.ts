import { checkout as routes } from '@academy/contract/payments/checkout.ts'
import { numberConflicts } from '../numbers/numbers.ts'
import { paymentDocument } from '../payments/payments.ts'
import { type ApiModule, apiModule, stepwise } from '../platform/http/index.ts'
import { checkoutLink, checkoutPage, confirmCheckout, startCheckout } from './checkout.ts'
import { receiveEvent } from './events.ts'
import { pagePolicies } from './page-policy.ts'
import { serveReturn } from './return.ts'
import { serveSandbox } from './sandbox-routes.ts'
import { withdrawCheckout } from './withdraw.ts'

const handled = apiModule(
  routes,
  {
    start: stepwise(async (transact, { body, origin }, portal) => {
      const id = await startCheckout(transact, portal, body)
      return transact(async (tx) => ({
        payment: await paymentDocument(tx, id),
        ...(await checkoutLink(tx, origin, id)),
      }))
    }),
    link: (tx, { params, origin }) => checkoutLink(tx, origin, params.id),
    page: stepwise((transact, { params, query, origin }, portal) =>
      checkoutPage(transact, portal, origin, params.id, query),
    ),
    confirm: stepwise((transact, { body }, portal) => confirmCheckout(transact, portal, body)),
    withdraw: stepwise(async (transact, { params, body }, portal) => {
      await withdrawCheckout(transact, portal, params.id, body?.reason || null)
      return transact((tx) => paymentDocument(tx, params.id))
    }),
    webhook: stepwise(async (transact, { body, header }, portal) => {
      await receiveEvent(transact, portal, {
        raw: body,
        signature: header('x-razorpay-signature'),
        id: header('x-razorpay-event-id'),
      })
      return { status: 'ok' as const }
    }),
  },
  numberConflicts,
)

export const checkoutModule: ApiModule = {
  ...handled,
  mount(app, portal) {
    serveReturn(app, portal)
    // There is no sandbox where real money is taken.
    if (portal.config.payment.sandbox) serveSandbox(app, portal)
  },
  pagePolicies,
}
