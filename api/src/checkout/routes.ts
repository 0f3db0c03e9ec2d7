import { checkout as routes } from '@academy/contract/payments/checkout.ts'
import { numberConflicts } from '../numbers/numbers.ts'
import { type ApiModule, apiModule, preparing, stepwise } from '../platform/http/index.ts'
import { checkoutLink, checkoutPage, confirmCheckout, startCheckout } from './checkout.ts'
import { receiveEvent } from './events.ts'
import { pagePolicies } from './page-policy.ts'
import { serveReturn } from './return.ts'
import { serveSandbox } from './sandbox-routes.ts'
import { withdrawCheckout } from './withdraw.ts'

const handled = apiModule(
  routes,
  {
    start: preparing((transact, { body, origin }, portal) => startCheckout(transact, portal, body, origin)),
    link: (tx, { params, origin }) => checkoutLink(tx, origin, params.id),
    page: stepwise((transact, { params, query, origin }, portal) =>
      checkoutPage(transact, portal, origin, params.id, query),
    ),
    confirm: stepwise((transact, { body }, portal) => confirmCheckout(transact, portal, body)),
    withdraw: preparing((transact, { params, body }, portal) =>
      withdrawCheckout(transact, portal, params.id, body?.reason || null),
    ),
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
