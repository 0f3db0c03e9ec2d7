import {
  type Adjustment,
  balanceOf,
  expirationOf,
  type Model,
  monthsLater,
  nextNumber,
  type Outcome,
  type Package,
  type Payment,
  type Person,
  payersOf,
  personOf,
  post,
  type Refusal,
  refusal,
  reverse,
  short,
  todayOf,
  whenever,
} from './model.ts'

/** The rules of payments, adjustments and expiry. */

export const paymentAnswer = (model: Model, payment: Payment) => ({
  _id: payment.name,
  createdBy: { _id: payment.payer },
  orderID: payment.orderNo,
  orNo: payment.receiptNo,
  status: payment.status,
  isPay: payment.status === 'Done' || payment.status === 'Cancelled',
  isRejected: payment.status === 'Rejected',
  isCancelled: payment.status === 'Cancelled',
  creditPurchase: payment.pack.credit + payment.pack.addition,
  amount: `${payment.pack.credit}.00`,
  expired_date: payment.until,
  verifyBy: payment.settledBy,
  dateTime: payment.at,
  wallet: balanceOf(model, payment.payer),
})

/** The active one whose wallet pays for the person's classes; the first by creation where none or several do. */
function payerOfOrder(model: Model, person: Person): Person | undefined {
  const active = payersOf(model, person).filter(({ isDisable }) => !isDisable)
  const enrolled = model.enrolments.filter(({ member, isDisable }) => member === person.name && !isDisable)
  const named = new Set(enrolled.map(({ payer }) => payer))
  return active.find(({ name }) => named.size === 1 && named.has(name)) ?? active[0]
}

export function order(model: Model, person: Person, pack: Package): Outcome {
  const payer = payerOfOrder(model, person)
  const refused = whenever(
    [person.isDisable, refusal(409, 'is disabled')],
    [!payer, refusal(409, 'is disabled')],
    [pack.isDisable, refusal(409, 'disabled')],
  )
  if (refused.length > 0 || !payer) return { refused }
  const payment: Payment = {
    name: `payment ${model.payments.length + 1}`,
    payer: payer.name,
    pack,
    status: 'Pending',
    orderNo: nextNumber(model, 'Order'),
    receiptNo: null,
    until: null,
    settledBy: null,
    at: model.now,
    entry: null,
    replaces: null,
  }
  model.payments.push(payment)
  return { status: 201, answer: paymentAnswer(model, payment) }
}

const unlessIn = (payment: Payment, wanted: Payment['status']): Refusal[] =>
  payment.status === wanted ? [] : [refusal(409, payment.status)]

const laterOf = (one: string | null, other: string) => (one !== null && one > other ? one : other)

export function verify(model: Model, payment: Payment): Outcome {
  const refused = unlessIn(payment, 'Pending')
  if (refused.length > 0) return { refused }
  const payer = personOf(model, payment.payer)
  payment.status = 'Done'
  payment.receiptNo = nextNumber(model, 'Official Receipt')
  payment.settledBy = model.clerk
  payment.at = model.now
  payment.until = monthsLater(todayOf(model), payment.pack.duration)
  payer.bought.push({ payment: payment.name, until: payment.until })
  payer.expires = laterOf(payer.expires, payment.until)
  payment.entry = post(model, payer.name, 'purchase', payment.pack.credit + payment.pack.addition)
  payer.notices.push('verified')
  return { status: 200, answer: paymentAnswer(model, payment) }
}

export function reject(model: Model, payment: Payment): Outcome {
  const refused = unlessIn(payment, 'Pending')
  if (refused.length > 0) return { refused }
  payment.status = 'Rejected'
  payment.settledBy = model.clerk
  personOf(model, payment.payer).notices.push('rejected, call 03-1234 5678')
  return { status: 200, answer: paymentAnswer(model, payment) }
}

/** The credit is taken back even if spent, and the expiry is what the others bought, unless it was given since. */
export function cancel(model: Model, payment: Payment): Outcome {
  const refused = unlessIn(payment, 'Done')
  if (refused.length > 0) return { refused }
  const payer = personOf(model, payment.payer)
  payment.status = 'Cancelled'
  if (payment.entry !== null) reverse(model, payer.name, 'purchase-cancelled', payment.entry)
  const left = payer.bought.filter((each) => each.payment !== payment.name)
  if (left.length < payer.bought.length)
    payer.expires = left.reduce<string | null>((latest, { until }) => laterOf(latest, until), payer.givenExpiry)
  payer.bought = left
  payer.notices.push('cancelled')
  return { status: 200, answer: paymentAnswer(model, payment) }
}

/** Each in a transaction of its own, in the order sent; the others are reported with a reason. */
export function bulkVerify(model: Model, chosen: readonly (Payment | undefined)[], nobody: string): Outcome {
  const verified: Payment[] = []
  const failed: object[] = []
  for (const payment of chosen) {
    if (!payment) failed.push({ _id: nobody, message: 'Payment not found' })
    else if (payment.status !== 'Pending')
      failed.push({ _id: payment.name, message: `The payment is ${payment.status}, it cannot be verified` })
    else {
      verify(model, payment)
      // Each as it was after its own transaction.
      verified.push({ ...payment })
    }
  }
  return {
    status: 200,
    answer: {
      verified: verified.map(({ name, receiptNo }) => ({ _id: name, orNo: receiptNo, status: 'Done' })),
      failed,
    },
  }
}

export const adjustmentAnswer = (model: Model, adjustment: Adjustment) => ({
  _id: adjustment.name,
  doc_no: adjustment.docNo,
  member: { _id: adjustment.member },
  adjustCredit: adjustment.credit,
  createdBy: model.clerk,
  status: adjustment.status,
  approvedBy: adjustment.status === 'Approved' ? model.clerk : null,
})

const holderRefusals = (holder: Person) =>
  whenever(
    [holder.isDisable, refusal(409, 'is disabled')],
    [!holder.isIndependent, refusal(409, 'has no wallet of its own')],
  )

const shortBy = (model: Model, name: string, credit: number): Refusal[] =>
  whenever([credit < 0 && balanceOf(model, name) + credit < 0, short(balanceOf(model, name))])

export const approvalRefusals = (model: Model, name: string, credit: number): Refusal[] => [
  ...holderRefusals(personOf(model, name)),
  ...shortBy(model, name, credit),
]

export function adjust(model: Model, holder: Person, credit: number, isApproved: boolean): Outcome {
  const refused = [...holderRefusals(holder), ...(isApproved ? shortBy(model, holder.name, credit) : [])]
  if (refused.length > 0) return { refused }
  const adjustment: Adjustment = {
    name: `adjustment ${model.adjustments.length + 1}`,
    docNo: nextNumber(model, 'Credit Adjustment'),
    member: holder.name,
    credit,
    status: 'Pending',
    undoes: null,
    entry: null,
  }
  model.adjustments.push(adjustment)
  if (isApproved) approve(model, adjustment)
  return { status: 201, answer: adjustmentAnswer(model, adjustment) }
}

const unlessPending = (adjustment: Adjustment) =>
  whenever(
    [adjustment.status === 'Deleted', refusal(404)],
    [adjustment.status === 'Approved', refusal(409, 'Approved')],
  )

export function approve(model: Model, adjustment: Adjustment): Outcome {
  const refused = unlessPending(adjustment)
  if (refused.length === 0) refused.push(...approvalRefusals(model, adjustment.member, adjustment.credit))
  if (refused.length > 0) return { refused }
  adjustment.status = 'Approved'
  adjustment.entry = post(model, adjustment.member, 'adjustment', adjustment.credit)
  return { status: 200, answer: adjustmentAnswer(model, adjustment) }
}

export function editAdjustment(model: Model, adjustment: Adjustment, credit: number): Outcome {
  const refused = unlessPending(adjustment)
  if (refused.length > 0) return { refused }
  adjustment.credit = credit
  return { status: 200, answer: adjustmentAnswer(model, adjustment) }
}

/** It leaves every list; its number stays used. */
export function deleteAdjustment(_: Model, adjustment: Adjustment): Outcome {
  const refused = unlessPending(adjustment)
  if (refused.length > 0) return { refused }
  adjustment.status = 'Deleted'
  return { status: 200, answer: { _id: adjustment.name } }
}

export const ownWallet = (holder: Person) =>
  whenever([!holder.isIndependent, refusal(409, 'has no wallet of its own, the parents pay')])

export function expire(model: Model, holder: Person, date: string): Outcome {
  const tooFar = date > monthsLater(todayOf(model), 120)
  const refused = [...ownWallet(holder), ...whenever([tooFar, refusal(400, 'years ahead')])]
  if (refused.length > 0) return { refused }
  if (holder.expires !== date) Object.assign(holder, { expires: date, givenExpiry: date, bought: [] })
  return { status: 200, answer: expirationOf(model, holder.name) }
}

/** Only after the last day has ended. */
export function clear(model: Model, holder: Person): Outcome {
  const { expires, name } = holder
  const balance = balanceOf(model, name)
  const refused = [
    ...ownWallet(holder),
    ...whenever(
      [expires === null, refusal(409, 'No expiration date found.')],
      [expires !== null && expires >= todayOf(model), refusal(409, 'cannot be cleared yet')],
      [balance <= 0, refusal(409, `holds ${balance} credits`)],
    ),
  ]
  if (refused.length > 0) return { refused }
  post(model, name, 'expired', -balance)
  return { status: 200, answer: expirationOf(model, name) }
}

/** The form's set-to edit, with the balance it was loaded with; setting the same balance is no edit. */
export function setWallet(model: Model, holder: Person, wallet: number, walletWas: number): Outcome {
  const balance = balanceOf(model, holder.name)
  const refused = whenever(
    [walletWas !== balance, refusal(409, `holds ${balance} credits now`)],
    [!holder.isIndependent, refusal(409, 'has no wallet of its own')],
    [wallet < 0, refusal(400)],
  )
  const isEdit = wallet !== balance || walletWas !== balance
  if (isEdit && refused.length > 0) return { refused }
  if (wallet !== balance) post(model, holder.name, 'manual-edit', wallet - balance)
  return { status: 200, answer: { _id: holder.name, wallet } }
}
