import type { sql } from 'kysely'
import type { Client, TestPortal } from '../testing.ts'
import { walletOf } from '../wallet/wallet.ts'
import { type Academy, putAdult } from './testing-academy.ts'

/** An id that no payment has. */
export const unknown = '01900000-0000-7000-8000-00000000abcd'

/** What a test of payments does at the desk. */
export function paymentDesk(portal: TestPortal, clerk: Client, academy: Academy) {
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
  const rows = (statement: ReturnType<typeof sql>) => portal.run((tx) => tx.query(statement))
  return { body, verify, reject, cancel, get, wallet, adult, rows }
}
