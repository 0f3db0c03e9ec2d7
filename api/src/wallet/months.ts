import type { MemberOverview } from '@academy/contract/members/overview.ts'
import { sql } from 'kysely'
import { businessDayOf, flowSums, type Tx } from '../platform/data/index.ts'
import { startOfDay } from '../platform/runtime/index.ts'

type Months = NonNullable<MemberOverview['months']>

/** A wallet from a business day on: its balance before it and at the end of each day that moved it, and what came and went. */
export async function walletSince(tx: Tx, member: string, startDate: string): Promise<Months> {
  const { came, went, expired } = flowSums()
  // By the day of each entry, as reports reckon: one whose call began before midnight may be written after others of the new day.
  const [row] = await tx.query<Omit<Months, 'startDate'>>(sql`
    with entries as (
      select kind, credit, ${businessDayOf('at')} as day from wallet_entry where member = ${member} and at >= ${startOfDay(startDate)}
    ), held as (
      select balance - (select coalesce(sum(credit), 0) from entries) as before from wallet where member = ${member}
    ), days as (
      select day, before + sum(sum(credit)) over (order by day) as balance from entries cross join held group by day, before
    )
    select coalesce((select before from held), 0)::int as before,
      coalesce((select json_agg(json_build_object('date', day, 'balance', balance) order by day) from days), '[]') as days,
      ${came}::int as came, (${went} + ${expired})::int as went
    from entries`)
  return { startDate, ...(row ?? { before: 0, days: [], came: 0, went: 0 }) }
}
