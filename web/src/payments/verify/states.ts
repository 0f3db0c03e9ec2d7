import type { Payment } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus, paymentStatuses } from '@academy/contract/payments/rules.ts'
import { t } from '../../platform/client/i18n.ts'

const notPending = (payment: Payment) =>
  !paymentCan.verify(payment) && t('This payment is {status}', { status: paymentStatus(payment) })
const notDone = (payment: Payment) =>
  !paymentCan.print(payment) && t('Only a payment that is Done has an official receipt')

const notByHand = (payment: Payment) =>
  notPending(payment) || t('A card payment is settled by the card provider, not by hand')

/** Which payments of each type can be chosen, and how they are queried. */
const cashStates = {
  states: paymentStatuses as readonly string[],
  query: (state?: string) => ({ status: state }),
}
const cardStatuses: Record<string, string> = { Pending: 'Pending', Paid: 'Done', Cancelled: 'Cancelled' }
const cardStates = {
  states: ['Pending', 'Paid', 'Failed', 'Cancelled'] as readonly string[],
  query: (state?: string) => (state === 'Failed' ? { failed: true } : { status: state && cardStatuses[state] }),
}

/** The states that payments of a type are listed by, the one that is listed, and why a payment in the list is not chosen. */
export function statesOf(type: string | undefined, asked: string | undefined) {
  const isCard = type === 'Card'
  const { states, query } = isCard ? cardStates : cashStates
  const state = states.find((one) => one === asked)
  const isDone = state === 'Done' || state === 'Paid'
  // When all listed payments are Done they are chosen for receipts, otherwise for verification.
  return { states, query: query(state), isCard, isDone, reason: isDone ? notDone : isCard ? notByHand : notPending }
}
