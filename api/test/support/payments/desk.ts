import { walletOf } from '../../../src/wallet/wallet.ts'
import { type Academy, academyIn, putAdult } from '../academy.ts'
import { type Client, type TestPortal, testPortal } from '../portal.ts'

/** Calls of a payment test. */
function paymentDesk(portal: TestPortal, clerk: Client, academy: Academy) {
  const body = (more: object = {}) => ({
    memberId: academy.member,
    package: academy.package,
    coachReceived: academy.coach,
    paymentType: 'Cash',
    ...more,
  })
  const verify = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: true })
  const reject = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: false, isRejected: true })
  const cancel = (id: string) => clerk.put(`/payment/cancel/${id}`)
  const get = async (id: string) => (await clerk.get(`/payment/${id}`)).json()
  const wallet = (member: string) => portal.run((tx) => walletOf(tx, member))
  const adult = () => portal.run((tx) => putAdult(tx))
  return { body, verify, reject, cancel, get, wallet, adult }
}

/** A portal of its own with an academy that takes payments, and a clerk at the desk. */
export async function openPaymentDesk(environment?: Record<string, string>) {
  const portal = await testPortal(environment)
  const clerk = await portal.as()
  const academy = await academyIn(portal)
  return { portal, clerk, academy, desk: paymentDesk(portal, clerk, academy) }
}
