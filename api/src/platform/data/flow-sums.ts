import { type RawBuilder, sql } from 'kysely'

interface FlowSums {
  came: RawBuilder<unknown>
  went: RawBuilder<unknown>
  expired: RawBuilder<unknown>
}

/**
 * What wallet entries come to, as every report, chart and statement counts them: what came in, what was spent and what expired,
 * in credits, none negative. An expiry that is put back came in. For a `select` from entries with `credit` and `kind`.
 */
export function flowSums(condition: RawBuilder<unknown> = sql`true`): FlowSums {
  const sum = (which: RawBuilder<unknown>) =>
    sql`coalesce(sum(abs(credit)) filter (where ${condition} and ${which}), 0)`
  return {
    came: sum(sql`credit > 0`),
    went: sum(sql`credit < 0 and kind <> 'expired'`),
    expired: sum(sql`credit < 0 and kind = 'expired'`),
  }
}
