import { lists } from '@academy/contract/lists/lists.ts'
import { mayChooseMembers } from '@academy/contract/members/choosing.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { likePattern, memberMeant, type Tx } from '../platform/data/index.ts'
import { type Caller, forbidden, found } from '../platform/http/index.ts'
import { tableOf } from './tables.ts'

interface Source {
  from: RawBuilder<unknown>
  label: RawBuilder<unknown>
  /** Who may look up; without it every signed-in user. */
  may?: (tx: Tx) => boolean
  /** The users of an entry, for callers who may view users. */
  users?: RawBuilder<string | null>
  /** Condition for a search text, where not on the label. */
  matches?: (by: Caller, searchText: string) => RawBuilder<boolean> | undefined
}

/** Only callers whose forms choose a member may see names of members. */
const seesMembers = (tx: Tx) => [...mayChooseMembers, 'attendance.view' as const].some((each) => tx.by.can(each))

/** `username (role)` of each user, which distinguishes coaches of the same name. */
const usersOfCoach = sql<string | null>`(
  select string_agg(format('%s (%s)', "user".username, "group".role), ', ' order by lower("user".username))
  from staff_user "user" join user_group "group" on "group".id = "user".user_group
  where "user".coach_related = coach.id and not "user".is_disable)`

/** Look-ups besides the lists. */
const others: Record<string, Source> = {
  course: { from: sql`course where not is_disable`, label: sql`name` },
  'user-group': { from: sql`user_group where not is_disable`, label: sql`role` },
  member: {
    from: sql`member where not is_disable and not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    matches: memberMeant,
  },
  parent: {
    from: sql`member where kind = 'parent' and not is_disable and not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    matches: memberMeant,
  },
}

function sourceOf(resource: string): Source | undefined {
  const list = lists.find((each) => each.name === resource)
  if (list)
    return {
      from: sql`${sql.table(tableOf(resource))} where not is_disable`,
      label: sql`${sql.ref(list.label)}::text`,
      ...(resource === 'coach' ? { users: usersOfCoach } : {}),
    }
  return Object.hasOwn(others, resource) ? others[resource] : undefined
}

/** Active entries by label, for choosing in a form. */
export async function lookup(
  tx: Tx,
  resource: string,
  { searchText = '', limit }: { searchText?: string; limit: number },
) {
  const { from, label, may, users, matches } = found(sourceOf(resource), 'Lookup')
  if (may && !may(tx)) throw forbidden('membership.view')
  const inLabel = tidy(searchText) ? sql`${label} ilike ${likePattern(searchText)}` : undefined
  const condition = matches ? matches(tx.by, searchText) : inLabel
  const matching = condition ? sql`and ${condition}` : sql``
  const userNames = users && tx.by.can('user.view') ? users : sql`null::text`
  const rows = await tx.query<{ id: string; label: string; users: string | null }>(
    sql`select id, ${label} as label, ${userNames} as users from ${from} ${matching} order by lower(${label}), id limit ${limit}`,
  )
  return { items: rows.map((row) => ({ _id: row.id, label: row.label, ...(row.users ? { users: row.users } : {}) })) }
}
