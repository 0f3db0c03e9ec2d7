import {
  type Adjustment,
  type Mark,
  type Model,
  nextNumber,
  type Outcome,
  type Payment,
  type Person,
  post,
  refusal,
  reverse,
  type Session,
  todayOf,
  whenever,
} from './model.ts'
import { approvalRefusals, cancel, ownWallet } from './money.ts'

/** The rules of undoing: by reversal, once, and not where something rests on it. */

/** By a document of its own over the opposite credit. */
export function undoAdjustment(model: Model, adjustment: Adjustment): Outcome {
  const { name, status, member, credit, undoes, entry } = adjustment
  const refused = whenever(
    [status === 'Deleted', refusal(404)],
    [status === 'Pending', refusal(409, 'Pending')],
    [model.adjustments.some((each) => each.undoes === name), refusal(409, 'undone already')],
    [undoes !== null, refusal(409, 'is final')],
  )
  if (status === 'Approved') refused.push(...approvalRefusals(model, member, -credit))
  if (refused.length > 0 || entry === null) return { refused }
  const made: Adjustment = {
    name: `adjustment ${model.adjustments.length + 1}`,
    docNo: nextNumber(model, 'Credit Adjustment'),
    member,
    credit: -credit,
    status: 'Approved',
    undoes: name,
    entry: post(model, member, 'adjustment', -credit, entry),
  }
  model.adjustments.push(made)
  return { status: 200, answer: { made: { _id: made.name, number: made.docNo } } }
}

/** A payment never moves back: a verified one is cancelled, and the same order waits again. */
export function undoPayment(model: Model, payment: Payment): Outcome {
  const { name, status } = payment
  const again = model.payments.find(({ replaces }) => replaces === name)
  const refused = whenever(
    [status === 'Pending' || status === 'Rejected', refusal(409, status)],
    [again !== undefined, refusal(409, `made again as ${again?.orderNo}`)],
  )
  if (refused.length > 0) return { refused }
  if (status === 'Done') cancel(model, payment)
  const made: Payment = {
    ...payment,
    name: `payment ${model.payments.length + 1}`,
    status: 'Pending',
    orderNo: nextNumber(model, 'Order'),
    receiptNo: null,
    until: null,
    settledBy: null,
    at: model.now,
    entry: null,
    replaces: name,
  }
  model.payments.push(made)
  return { status: 200, answer: { made: { _id: made.name, number: made.orderNo } } }
}

/** Only while the wallet is expired: what comes back must not be good for longer than it was paid for. */
export function undoClear(model: Model, holder: Person, entry: number): Outcome {
  const { name, entries, expires } = holder
  const { kind, reverses } = entries[entry - 1] ?? {}
  const refused = [
    ...ownWallet(holder),
    ...whenever(
      [kind !== 'expired' || reverses !== null, refusal(404)],
      [entries.some((each) => each.reverses === entry), refusal(409, 'put back already')],
      [expires === null || expires >= todayOf(model), refusal(409, 'credit adjustment can give it back')],
    ),
  ]
  if (refused.length > 0) return { refused }
  reverse(model, name, 'expired', entry)
  return { status: 200, answer: { made: null } }
}

/** Somebody closed this case, and the wallet paid then. */
const wasClosed = ({ entry, paidAt, closedAt }: Mark) => entry !== null && closedAt !== null && paidAt === closedAt

/** Every record of the class, or none. */
export function undoClass(model: Model, session: Session): Outcome {
  const marks = model.marks.filter((mark) => mark.session === session.name)
  const refused = whenever(
    [marks.length === 0, refusal(409, 'No attendance of this class')],
    [marks.some(wasClosed), refusal(409, 'was closed since')],
  )
  if (refused.length > 0) return { refused }
  for (const { wallet, entry } of marks) if (entry !== null) reverse(model, wallet, 'attendance-reversed', entry)
  model.marks = model.marks.filter((mark) => mark.session !== session.name)
  return { status: 200, answer: { made: null } }
}
