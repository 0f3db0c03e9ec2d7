/** The host's clock beside the database's: all but the times of jobs are the host's. */
import { sql } from 'kysely'
import type { Portal } from '../runtime/portal.ts'

type Clocks = Pick<Portal, 'database' | 'clock'>

/** Milliseconds that the clocks may differ; a slow answer adds no more than half of what it took. */
const tolerated = 2 * 60_000

/** Seconds by which the host's clock is ahead of the database's. */
export async function clockOffset({ database, clock }: Clocks): Promise<number> {
  const asked = clock.now().getTime()
  const [row] = await database.query<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 as at`)
  return ((asked + clock.now().getTime()) / 2 - (row?.at ?? 0) * 1000) / 1000
}

/** Tells in the log, once, when the clocks are minutes apart, and when they agree again. */
export function watchClock(portal: Clocks & Pick<Portal, 'log' | 'background'>, pace = 10_000): { stop(): void } {
  const { log, background } = portal
  let isApart = false
  let isAsking = false

  async function compare() {
    const seconds = Math.round(await clockOffset(portal))
    const wasApart = isApart
    isApart = Math.abs(seconds) * 1000 > tolerated
    const between = `the clock of this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the database's`
    if (isApart && !wasApart) log.warn({ seconds }, between)
    if (!isApart && wasApart) log.warn({ seconds }, 'the clock of this machine agrees with the database again')
  }

  function ask() {
    if (isAsking) return
    isAsking = true
    background.run(() =>
      compare()
        // Whether the database answers is told elsewhere.
        .catch(() => undefined)
        .finally(() => {
          isAsking = false
        }),
    )
  }

  ask()
  const timer = setInterval(ask, pace).unref()
  return { stop: () => clearInterval(timer) }
}
