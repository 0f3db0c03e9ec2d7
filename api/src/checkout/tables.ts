import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

/** The amount is in sen. */
export type CardOrder = Selectable<Schema['cardOrder']>
