import { runwayDays } from '@academy/contract/wallet/rules.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Of a query that joins `member` and its `wallet`: about how many more classes the credit pays for, rounded down. That is
 * the balance by the average price of the classes that this wallet was to pay in the last days, whoever attended them.
 * Null without such classes; one that costs nothing says nothing.
 */
export const runwayOn = (today: string | RawBuilder<string>): RawBuilder<number | null> => sql<number | null>`(
  select (greatest(wallet.balance, 0) * count(*) / nullif(sum(attendance.credit_minus), 0))::int
  from attendance
  where attendance.wallet_member = member.id and attendance.status = 'P' and attendance.credit_minus > 0
    and attendance.class_date > ${today}::date - ${runwayDays}::int and attendance.class_date <= ${today}::date)`
