import { sql } from 'kysely'

/** Of `payment`: an order that is neither verified nor rejected yet. */
export const isPending = sql<boolean>`(not payment.is_pay and not payment.is_rejected)`

/** Of `payment`: verified, and not cancelled since. */
export const isDone = sql<boolean>`(payment.is_pay and not payment.is_cancelled)`

const isStanding = sql<boolean>`not payment.is_rejected and not payment.is_cancelled`

/** Of `payment`: cash that was received, not given back, and is in no close. Its day is the order's, when it was handed in. */
export const isOpenCash = sql<boolean>`(payment.payment_type = 'Cash' and payment.coach_received is not null and ${isStanding}
  and not exists (select 1 from cash_close_line as line where line.payment = payment.id and line.kind = 'received'))`

/**
 * Of `payment`: money that is not accounted for, with which a month should not be closed: cash not verified or in no close. Of a
 * pending card order nothing was received.
 */
export const isUnaccounted = sql<boolean>`(${isStanding} and ((payment.payment_type = 'Cash' and not payment.is_pay) or ${isOpenCash}))`
