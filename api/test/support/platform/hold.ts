import { type RawBuilder, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { TestPortal } from '../portal.ts'

/** Holds what a statement locks until the test is over or calls what this answers. */
export async function hold(portal: TestPortal, statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const lock = portal.handle.transaction().execute(async (tx) => {
    await statement.execute(tx)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, lock])
  const release = async () => {
    released.resolve()
    await lock
  }
  onTestFinished(release)
  return release
}

/** The same for everything that reads a table. */
export const holdTable = (portal: TestPortal, table: string) =>
  hold(portal, sql`lock table ${sql.table(table)} in access exclusive mode`)

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
/** How many statements wait for what is held. */
export const lockedOut = async ({ portal }: TestPortal) => (await portal.database.query(waiting)).length
