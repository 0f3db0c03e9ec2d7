/** Who is to be reminded today: whoever was not told of it in the last days. */
import { type Reminder, reminderKinds, reminderRestDays, type reminders } from '@academy/contract/messages/messages.ts'
import { sql } from 'kysely'
import { isIndependentWallet, maybeEmpty, memberFound, ordering, type Tx } from '../platform/data/index.ts'
import type { Call } from '../platform/http/index.ts'
import { isExpiring, isLow, movedClasses, openCases } from './due.ts'

const columns = {
  name: sql`lower(member.name)`,
  wallet: 'wallet.balance',
  creditExpired: maybeEmpty('wallet.creditExpired'),
  toldAt: maybeEmpty(sql`told.at`),
}

/** Each reason of each member: `member`, `kind`, and which of that kind, `about`. */
const reasons = (tx: Tx) => sql`
  select open.payer as member, 'owed' as kind, null as about from (${openCases(tx)}) as open where open.is_own
  union select moved.payer, 'moved', moved.about from (${movedClasses(tx)}) as moved
  union select wallet.member, 'expiring', null from wallet where ${isExpiring(tx)}
  union select wallet.member, 'low', null from wallet where ${isIndependentWallet} and ${isLow(tx)}`

/** Those of one urgency by how little credit there is, unless a sort is asked for. */
export async function listReminders(
  tx: Tx,
  { offset, limit, sort, searchText, isDisable = false, kind }: Call<typeof reminders.list>['query'],
): Promise<{ items: Reminder[]; total: number }> {
  const urgency = sql`array_position(${[...reminderKinds]}::text[], due.kind)`
  const order = sort?.length
    ? ordering(sort, columns, [], 'member.id')
    : sql`due.urgency, wallet.balance, lower(member.name), member.id`
  const found = sql`
    from (
      select due.member, array_agg(due.kind order by ${urgency}) as kinds, min(${urgency}) as urgency
      from (
        select distinct due.member, due.kind from (${reasons(tx)}) as due
        where not exists (select from member_message
          where member_message.member = due.member and member_message.kind = due.kind
            and (member_message.about is null or due.about is null or member_message.about = due.about)
            and member_message.at > ${tx.now}::timestamptz - make_interval(days => ${reminderRestDays}))
      ) as due
      group by due.member
    ) as due
    join member on member.id = due.member
    join wallet on wallet.member = due.member
    left join lateral (select max(at) as at from member_message where member_message.member = due.member) as told on true
    where member.is_independent and not member.is_deleted and member.is_disable = ${isDisable}
      and ${kind ? sql`${kind} = any(due.kinds)` : sql`true`} and ${memberFound(tx.by, searchText) ?? sql`true`}`
  const rows = await tx.query<Omit<Reminder, '_id'> & { id: string; total: number }>(sql`
    select member.id, member.name, member.ch_name, member.phone_no, member.email, wallet.balance as wallet,
      wallet.credit_expired, due.kinds, told.at as told_at, count(*) over ()::int as total
    ${found} order by ${order} offset ${offset} limit ${limit}`)
  const items = rows.map(({ id, total: _, ...row }) => ({ _id: id, ...row }))
  if (rows[0] || offset === 0) return { items, total: rows[0]?.total ?? 0 }
  // A page past the end has no row to read the total from.
  const [all] = await tx.query<{ total: number }>(sql`select count(*)::int as total ${found}`)
  return { items, total: all?.total ?? 0 }
}
