/** A standby of the database server, from which reports are read while it lags little. */
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { type Database, openDatabase } from './database.ts'

/** A standby that may be read now, which has everything that was committed until then. */
interface StandbyNow {
  database: Database
  asOf: string
}

export interface Standby {
  /** Null while it does not answer, lags too much, or is no standby of this database. */
  now(): Promise<StandbyNow | null>
  /** Waits until it has everything that is committed at this moment; throws when that takes longer than it may lag. */
  caughtUp(): Promise<StandbyNow>
  close(): Promise<void>
}

interface Place {
  at: string
  lsn: string
  system: string
  database: string
}
/** Of the log as it is, not as it is on disk: what was committed without waiting for the disk counts as well. */
const placeNow = sql<Place>`select now() as at, pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as system,
    current_database() as database
  from pg_control_system()`

interface There {
  isStandby: boolean
  isSame: boolean
  /** Whether it is the same database of that server: another academy's may lie beside it. */
  isOurs: boolean
  isWhole: boolean | null
  /** Of the last commit that it has; null before the first. */
  at: string | null
  /** Seconds since then, by the primary's clock. */
  lag: number | null
}
const thereOf = ({ at, lsn, system, database }: Place): RawBuilder<There> => sql<There>`
  select pg_is_in_recovery() as "isStandby", system_identifier::text = ${system} as "isSame",
    current_database() = ${database} as "isOurs",
    pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "isWhole", pg_last_xact_replay_timestamp() as at,
    extract(epoch from ${at}::timestamptz - pg_last_xact_replay_timestamp())::float8 as lag
  from pg_control_system()`

interface Options {
  /** Seconds. */
  longestLag: number
  log: Pick<Logger, 'info' | 'warn'>
}

export function standbyOf(primary: Database, url: string, { longestLag, log }: Options): Standby {
  const database = openDatabase(url, { connections: 4 })
  let isChecked = false
  let lastFault: string | undefined

  /** As of when it may be read, or why it may not. */
  async function look(): Promise<{ asOf: string; isWhole: boolean } | { fault: string }> {
    if (!isChecked) await database.checkSettings()
    isChecked = true
    const [here] = await primary.query(placeNow)
    const [there] = here ? await database.query(thereOf(here)) : []
    if (!here || !there) return { fault: 'it does not answer' }
    if (!there.isStandby) return { fault: 'it is no standby' }
    if (!there.isSame) return { fault: 'it is a standby of another server' }
    if (!there.isOurs) return { fault: 'it is another database of that server' }
    // Where nothing is committed for long the last commit is old, and nothing is missing.
    if (there.isWhole) return { asOf: here.at, isWhole: true }
    if (there.at === null || there.lag === null || there.lag > longestLag)
      return { fault: `it lags more than ${longestLag} s` }
    return { asOf: there.at, isWhole: false }
  }

  const looked = () =>
    look().catch((error: unknown) => ({ fault: error instanceof Error ? error.message : `${error}` }))

  return {
    async now() {
      const found = await looked()
      const fault = 'fault' in found ? found.fault : undefined
      if (fault && fault !== lastFault) log.warn({ fault }, 'reports are not read from the standby')
      if (!fault && lastFault) log.info('reports are read from the standby again')
      lastFault = fault
      return 'fault' in found ? null : { database, asOf: found.asOf }
    },
    async caughtUp() {
      const began = performance.now()
      for (;;) {
        const found = await looked()
        if ('asOf' in found && found.isWhole) return { database, asOf: found.asOf }
        if (performance.now() - began > longestLag * 1000)
          throw new Error(`The standby cannot be read: ${'fault' in found ? found.fault : 'it does not catch up'}`)
        await pause(200)
      }
    },
    close: () => database.close(),
  }
}
