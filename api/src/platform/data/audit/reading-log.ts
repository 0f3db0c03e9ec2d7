/** Who was told medical notes and identity numbers: written beside the answer, in the background (decision 52). */
import { sql } from 'kysely'
import type { Background } from '../../jobs/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Portal } from '../../runtime/portal.ts'
import { newId } from '../ids.ts'
import { unrecorded } from '../unrecorded.ts'
import type { Reading, ReadingLog } from './readings.ts'

/** Within this time of a reading another one of the same member by the same person and path is not written again. */
const foldedFor = 10 * 60_000
const mostAtOnce = 500
/** While the database is away; beyond it the oldest are given up. */
const mostWaiting = 10_000
/** People times members times paths that are remembered. */
const mostRemembered = 50_000

interface Dependencies {
  database: Portal['database']
  clock: Clock
  background: Background
  log: Portal['log']
}

/** A deletion took those who were deleted meanwhile out of what was written; what waited then was not there yet. */
const stillThere = (members: readonly string[]) => sql<string[]>`array(
  select id from unnest(${members}::uuid[]) with ordinality as told (id, place)
  where exists (select from member where member.id = told.id and not is_deleted) order by place)`

export function readingLog({ database, clock, background, log }: Dependencies): ReadingLog {
  /** When each was written last, the oldest first. */
  const recent = new Map<string, number>()
  let waiting: (Reading & { id: string; at: string })[] = []
  let isWriting = false

  /** The members whose reading is not written already. */
  function unwritten({ userId, username, call, members }: Reading): string[] {
    const now = clock.now().getTime()
    for (const [key, at] of recent) {
      if (now - at < foldedFor && recent.size <= mostRemembered) break
      recent.delete(key)
    }
    const path = call.slice(call.indexOf(' '))
    return members.filter((member) => {
      const key = `${userId ?? username}${path} ${member}`
      const at = recent.get(key)
      if (at !== undefined && now - at < foldedFor) return false
      recent.delete(key)
      recent.set(key, now)
      return true
    })
  }

  async function write(): Promise<void> {
    isWriting = true
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, mostAtOnce)
        const rows = batch.map((reading) => ({ ...reading, members: stillThere(reading.members) }))
        await unrecorded(database).insertInto('sensitiveReading').values(rows).execute()
        waiting = waiting.slice(batch.length)
      }
    } catch (error) {
      // They stay, and are tried again with the next one.
      log.error({ error, waiting: waiting.length }, 'readings of medical notes and I/C numbers could not be written')
      waiting = waiting.slice(-mostWaiting)
    } finally {
      isWriting = false
    }
  }

  return {
    note(reading) {
      const members = unwritten(reading)
      const isFolded = reading.members.length > 0 && members.length === 0
      if (reading.count === 0 || isFolded) return
      const count = members.length || reading.count
      waiting.push({ ...reading, members, count, id: newId(clock), at: clock.now().toISOString() })
      if (!isWriting) background.run(write)
    },
  }
}
