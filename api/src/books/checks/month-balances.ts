import type { Check } from './check.ts'

/** Each month by what moved since the one that is kept before it, so that every entry is read once. */
export const monthBalances: readonly Check[] = [
  {
    name: 'balances kept for the start of months are the sum of the entries before',
    count: 'select count(*)::int as count from month_balance',
    fault: `with kept as (
        select month, at, lag(at) over months as since, lead(month) over months as next
        from month_start where is_kept window months as (order by month)
      ), steps as (
        select month, member, balance as credit from kept join month_balance using (month)
        union all
        select kept.next, member, -balance from kept join month_balance using (month) where kept.next is not null
        union all
        select month, member, -credit from kept
          join wallet_entry on wallet_entry.at >= coalesce(since, '-infinity') and wallet_entry.at < kept.at
      )
      select 'balance of member ' || member || ' at the start of ' || to_char(month, 'YYYY-MM') as row,
        'it is ' || abs(sum(credit)) || ' credits ' || case when sum(credit) > 0 then 'more' else 'less' end
          || ' than the entries before make: npm run portal -- rebuild' as problem
      from steps group by month, member having sum(credit) <> 0 order by month, member limit 1`,
  },
]
