import { eveningClose } from '@academy/contract/cashdesk/evening.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { act } from './act.ts'

/** Closes what was verified of a day, counted as expected; what waits for verification stays open. */
export async function seedEvening(clerk: Tx, day: string): Promise<void> {
  const { items } = await act(clerk, eveningClose.openEvening, { query: { day } })
  const closes = items.flatMap(({ coach, items: received }) => {
    const verified = received.filter(({ status }) => status === 'Done')
    const counted = verified.reduce((sum, { amount }) => sum + sen(amount), 0)
    if (verified.length === 0) return []
    return [{ coach: coach._id, payments: verified.map(({ _id }) => _id), counted: ringgit(counted), remark: null }]
  })
  if (closes.length > 0) await act(clerk, eveningClose.closeEvening, { body: { day, closes } })
}

/** What two coaches received today, for the first evening close. */
export async function seedOpenCash(clerk: Tx, payers: readonly string[], coaches: string[], packages: string[]) {
  for (const [n, memberId] of payers.entries()) {
    const [coachReceived = '', bought = ''] = [coaches[n % 2], packages[n % packages.length]]
    await act(clerk, payments.order, { body: { memberId, package: bought, coachReceived, paymentType: 'Cash' } })
  }
}
