import { lists } from '@academy/contract/lists/lists.ts'
import { mayChooseMembers } from '@academy/contract/members/choosing.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { likePattern, memberMeant, type Tx } from '../platform/data/index.ts'
import { forbidden, found } from '../platform/http/index.ts'
import { tableOf } from './tables.ts'

interface Source {
  from: RawBuilder<unknown>
  label: RawBuilder<unknown>
  /** Not for everybody who is signed in. */
  may?: (tx: Tx) => boolean
  /** The users behind an entry, for whoever may view users. */
  users?: RawBuilder<string | null>
  /** How a text finds an entry, where not by its label alone. */
  holds?: (searchText: string) => RawBuilder<boolean> | undefined
}

/** People's names are for those whose forms choose a member. */
const seesMembers = (tx: Tx) => [...mayChooseMembers, 'attendance.view' as const].some((each) => tx.by.can(each))

/** Each by the name and the user group, so that a coach is told from another of the same name. */
const usersOfCoach = sql<string | null>`(
  select string_agg(format('%s (%s)', "user".username, "group".role), ', ' order by lower("user".username))
  from staff_user "user" join user_group "group" on "group".id = "user".user_group
  where "user".coach_related = coach.id and not "user".is_disable)`

/** What forms choose from beside the lists. */
const others: Record<string, Source> = {
  course: { from: sql`course where not is_disable`, label: sql`name` },
  'user-group': { from: sql`user_group where not is_disable`, label: sql`role` },
  member: {
    from: sql`member where not is_disable and not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    holds: memberMeant,
  },
  parent: {
    from: sql`member where kind = 'parent' and not is_disable and not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    holds: memberMeant,
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
  const { from, label, may, users, holds } = found(sourceOf(resource), 'Lookup')
  if (may && !may(tx)) throw forbidden('membership.view')
  const inLabel = tidy(searchText) ? sql`${label} ilike ${likePattern(searchText)}` : undefined
  const condition = holds ? holds(searchText) : inLabel
  const matching = condition ? sql`and ${condition}` : sql``
  const told = users && tx.by.can('user.view') ? users : sql`null::text`
  const rows = await tx.query<{ id: string; label: string; users: string | null }>(
    sql`select id, ${label} as label, ${told} as users from ${from} ${matching} order by lower(${label}), id limit ${limit}`,
  )
  return { items: rows.map((row) => ({ _id: row.id, label: row.label, ...(row.users ? { users: row.users } : {}) })) }
}
