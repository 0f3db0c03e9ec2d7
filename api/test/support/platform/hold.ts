import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
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

/** The same for everything that reads a table, or that another mode excludes. */
export const holdTable = (portal: TestPortal, table: string, mode = 'access exclusive') =>
  hold(portal, sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`)

const waiting = sql<{ lock: string }>`select wait_event as lock from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' order by wait_event`
/** The kinds of locks that statements wait for. */
const waitedFor = async ({ portal }: TestPortal) => (await portal.database.query(waiting)).map(({ lock }) => lock)
/** How many statements wait for what is held. */
export const lockedOut = async (portal: TestPortal) => (await waitedFor(portal)).length

/** Resolves once so many statements wait for what is held. */
export const whenLockedOut = (portal: TestPortal, count = 1) => expect.poll(() => lockedOut(portal)).toBe(count)
/** The same by the kinds of their locks, in order. */
export const whenWaitingFor = (portal: TestPortal, ...locks: string[]) =>
  expect.poll(() => waitedFor(portal)).toEqual(locks)
