import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

/** An adjustment that is not deleted. A deleted one keeps its row for its number, and no endpoint shows it. */
export type AdjustmentRecord = Selectable<Schema['creditAdjustment']> & { status: 'Pending' | 'Approved' }
