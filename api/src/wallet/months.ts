import type { MemberOverview } from '@academy/contract/members/overview.ts'
import { sql } from 'kysely'
import { businessDayOf, flowSums, type Tx } from '../platform/data/index.ts'
import { startOfDay } from '../platform/runtime/index.ts'

type Months = NonNullable<MemberOverview['months']>

/** A wallet from a business day on: its balance before it and at the end of each day that moved it, and what came and went. */
export async function walletSince(tx: Tx, member: string, startDate: string): Promise<Months> {
  const { came, went, expired } = flowSums()
  const [row] = await tx.query<Omit<Months, 'startDate'>>(sql`
    with entries as (
      select version, kind, credit, balance_before, balance_after, ${businessDayOf('at')} as day
      from wallet_entry where member = ${member} and at >= ${startOfDay(startDate)}
    ), days as (
      select distinct on (day) day, balance_after from entries order by day, version desc
    )
    select
      coalesce((select balance_before from entries order by version limit 1),
        (select balance from wallet where member = ${member}), 0) as before,
      coalesce((select json_agg(json_build_object('date', day, 'balance', balance_after) order by day) from days), '[]')
        as days,
      ${came}::int as came, (${went} + ${expired})::int as went
    from entries`)
  return { startDate, ...(row ?? { before: 0, days: [], came: 0, went: 0 }) }
}
