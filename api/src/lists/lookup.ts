import { type listExtras, lists } from '@academy/contract/lists/lists.ts'
import { mayChooseMembers } from '@academy/contract/members/choosing.ts'
import { permissionsOf } from '@academy/contract/platform/permission.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { type RawBuilder, sql } from 'kysely'
import { likePattern, memberMeant, type Tx } from '../platform/data/index.ts'
import { type Call, type Caller, forbidden, found } from '../platform/http/index.ts'
import { tableOf } from './tables.ts'

interface Source {
  from: RawBuilder<unknown>
  /** Which rows of it are entries. */
  only?: RawBuilder<boolean>
  label: RawBuilder<unknown>
  /** Who may look up; without it every signed-in user. */
  may?: (tx: Tx) => boolean
  /** The users of an entry, for callers who may view users. */
  users?: RawBuilder<string | null>
  /** Which of them are chosen from in a form. */
  offered?: (by: Caller) => RawBuilder<boolean>
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
  course: { from: sql`course`, label: sql`name` },
  'user-group': {
    from: sql`user_group`,
    label: sql`role`,
    // Nobody gives a right they lack.
    offered: (by) => sql`permissions <@ ${JSON.stringify(permissionsOf(by.can))}::jsonb`,
  },
  user: { from: sql`staff_user`, label: sql`username`, may: (tx) => tx.by.can('user.view') },
  member: {
    from: sql`member`,
    only: sql`not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    matches: memberMeant,
  },
  parent: {
    from: sql`member`,
    only: sql`kind = 'parent' and not is_deleted`,
    label: sql`name || coalesce(' ' || ch_name, '')`,
    may: seesMembers,
    matches: memberMeant,
  },
}

function sourceOf(resource: string): Source | undefined {
  const list = lists.find((each) => each.name === resource)
  if (list)
    return {
      from: sql`${sql.table(tableOf(resource))}`,
      label: sql`${sql.ref(list.label)}::text`,
      ...(resource === 'coach' ? { users: usersOfCoach } : {}),
    }
  return Object.hasOwn(others, resource) ? others[resource] : undefined
}

/** Active entries by label, for choosing in a form; with `all` the disabled ones after them, with `ids` just those. */
export async function lookup(
  tx: Tx,
  resource: string,
  { searchText = '', ids, all = false, limit }: Call<typeof listExtras.lookup>['query'],
) {
  const { from, only = sql`true`, label, may, users, matches, ...source } = found(sourceOf(resource), 'Lookup')
  if (may && !may(tx)) throw forbidden(resource === 'user' ? 'user.view' : 'membership.view')
  const inLabel = tidy(searchText) ? sql`${label} ilike ${likePattern(searchText)}` : undefined
  const matching = (matches ? matches(tx.by, searchText) : inLabel) ?? sql`true`
  const offered = ids
    ? sql`id = any(${ids}::uuid[])`
    : all
      ? sql`true`
      : sql`not is_disable and ${source.offered?.(tx.by) ?? sql`true`}`
  const userNames = users && tx.by.can('user.view') ? users : sql`null::text`
  const rows = await tx.query<{ id: string; label: string; users: string | null; isDisable: boolean }>(
    sql`select id, ${label} as label, ${userNames} as users, is_disable from ${from}
      where ${only} and ${offered} and ${matching} order by is_disable, lower(${label}), id limit ${limit}`,
  )
  const item = ({ id, label, users, isDisable }: (typeof rows)[number]) => ({
    _id: id,
    label,
    ...(users ? { users } : {}),
    ...(isDisable ? { isDisable } : {}),
  })
  return { items: rows.map(item) }
}
