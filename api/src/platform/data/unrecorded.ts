import type { Kysely } from 'kysely'
import type { Portal } from '../runtime/portal.ts'
import { rawHandle } from './database-handle.ts'
import type { Schema } from './schema.ts'

/**
 * For changes that nobody makes, each a statement of its own: they leave no audit record. The import rules name who may
 * make them.
 */
export const unrecorded = (
  database: Portal['database'],
): Pick<Kysely<Schema>, 'insertInto' | 'updateTable' | 'deleteFrom'> => rawHandle(database)
