import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

/** One that is shown; a deleted one keeps its row for the sake of its number, and no list and no call shows it. */
export type AdjustmentRecord = Selectable<Schema['creditAdjustment']> & { status: 'Pending' | 'Approved' }
