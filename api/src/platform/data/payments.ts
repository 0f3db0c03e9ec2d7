import { sql } from 'kysely'

/** Of `payment`: an order that is neither verified nor rejected yet. */
export const isPending = sql<boolean>`(not payment.is_pay and not payment.is_rejected)`

/** Of `payment`: verified, and not cancelled since. */
export const isDone = sql<boolean>`(payment.is_pay and not payment.is_cancelled)`
