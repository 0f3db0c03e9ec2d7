import type { Kysely } from 'kysely'
import type { Portal } from '../runtime/portal.ts'
import { rawHandle } from './database/database-handle.ts'
import { limitStatements } from './portions.ts'
import type { Schema } from './schema.ts'

/**
 * For changes that nobody makes, each a statement of its own: they leave no audit record. The import rules name who may
 * make them.
 */
export const unrecorded = (database: Portal['database']): Changes => rawHandle(database)

export type Changes = Pick<Kysely<Schema>, 'insertInto' | 'updateTable' | 'deleteFrom'>

/** The same in a transaction whose statements may take longer than a call, since nobody waits for them. */
export const unrecordedAtLength = <T>(database: Portal['database'], work: (db: Changes) => Promise<T>): Promise<T> =>
  rawHandle(database)
    .transaction()
    .execute(async (db) => {
      await limitStatements(db, 0)
      return work(db)
    })
