import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

/** The amount is in ringgit with two decimals, as text; credit is bought in `creditPurchase` credits. */
export type PaymentRecord = Selectable<Schema['payment']>
/** The amount is in sen. */
export type CardRefundRecord = Selectable<Schema['cardRefund']>
