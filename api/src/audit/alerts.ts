/** What of the audit trail an owner should look at: the conditions, in one place. */
import {
  type Alert,
  type AlertKind,
  alertDays,
  failuresInSeries,
  largeExport,
  manyExports,
} from '@academy/contract/audit/alerts.ts'
import { addDays } from '@academy/contract/courses/calendar.ts'
import type { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf, type Tx } from '../platform/data/index.ts'
import { firstStarter } from '../platform/http/index.ts'
import { startOfDay } from '../platform/runtime/index.ts'

const mostShown = 100

/** Word for word that of the index audit_record_alerts. */
const isCandidate = sql`(r.action in ('Failed', 'Signed in', 'Exported', 'Refused') or r.doc_type in ('user', 'user-group', 'course'))`

/** A number that a record tells under this name. */
const told = (field: string) =>
  sql`max(case when change ->> 'field' = ${sql.lit(field)} and change ->> 'item' ~ '^\\d{1,9}$' then (change ->> 'item')::int end)`
const textOf = (field: string) => sql`max(change ->> 'item') filter (where change ->> 'field' = ${sql.lit(field)})`
const has = (...fields: string[]) =>
  sql`coalesce(bool_or(change ->> 'field' in (${sql.join(fields.map((field) => sql.lit(field)))})), false)`

/** What the alerts ask of the fields on one side of a record. */
const side = (changes: RawBuilder<unknown>) => sql`(
  select ${told('rows')} as rows, ${told('failures')} as failures, ${textOf('since')} as since, ${textOf('userGroup')} as role,
    ${has('newDevice')} as is_new_device, ${has('centre')} as centre,
    ${has('userGroup', 'isCenter', 'centreIncharge', 'accessRight', 'isDisable')} as user_rights,
    coalesce(bool_or(change ->> 'field' <> 'role'), false) as group_rights,
    coalesce(array_agg(change ->> 'field') filter (
      where change ->> 'field' in ('user', 'userGroup') and change ->> 'item' ~ '\\mEdit\\M'), '{}') as edits
  from jsonb_array_elements(${changes}) as change)`

const editsUsers = sql`(g.permissions -> 'user' ? 'edit' or g.permissions -> 'userGroup' ? 'edit')`
const isEditors = (which: RawBuilder<unknown>) =>
  sql`exists (select from user_group g where ${editsUsers} and ${which})`
/** For a user who was enabled, and where the group has another name by now. */
const presentGroup = sql`g.id = (select user_group from staff_user where staff_user.id::text = r.doc_id)`

/** Of more than half of the members there are now. */
const ofMostMembers = (rows: RawBuilder<unknown>) =>
  sql`${rows} * 2 > (select count(*) from member where not is_deleted)`

/**
 * Which record is of which kind: the first that fits. `r` is the record, `old` and `new` are what its fields say. Exports
 * are told where one person makes many in a day.
 */
const conditions: Record<AlertKind, RawBuilder<unknown>> = {
  administrators: sql`(r.doc_type = 'user-group' and (
      not new.edits <@ old.edits or (r.action = 'Enabled' and ${isEditors(sql`g.id::text = r.doc_id`)})))
    or (r.doc_type = 'user' and (new.role is not null or r.action = 'Enabled')
      and ${isEditors(sql`case when exists (select from user_group where role = new.role)
        then g.role = new.role else ${presentGroup} end`)} and not ${isEditors(sql`g.role = old.role`)})`,
  guessed: sql`r.doc_type = 'session' and r.action = 'Signed in' and new.is_new_device and exists (
    select from audit_record f cross join lateral ${side(sql`f.change_to`)} as series
    where f.action = 'Failed' and f.doc_type = 'session' and f.doc_id = r.doc_id and f.at >= r.at - interval '1 day'
      and f.at < r.at + interval '1 day' and series.failures >= ${sql.lit(failuresInSeries)} and series.since::timestamptz <= r.at)`,
  firstMemberExport: sql`r.action = 'Exported' and r.doc_type = 'member' and ${ofMostMembers(sql`new.rows`)} and not exists (
    select from audit_record e cross join lateral ${side(sql`e.change_to`)} as earlier
    where e.action = 'Exported' and e.doc_type = 'member' and e.user_id = r.user_id and e.position < r.position
      and ${ofMostMembers(sql`earlier.rows`)})`,
  failures: sql`r.action = 'Failed' and r.doc_type = 'session' and new.failures >= ${sql.lit(failuresInSeries)}`,
  // Those of Point Adjust hold all wallets, and their rows are not counted beforehand.
  largeExports: sql`r.action = 'Exported' and (new.rows >= ${sql.lit(largeExport)} or r.section = 'Point Adjust')`,
  exports: sql`r.action = 'Exported'`,
  refused: sql`r.action = 'Refused' and r.section = 'Access'`,
  rights: sql`(r.doc_type = 'user' and (old.user_rights or new.user_rights))
    or (r.doc_type = 'user-group' and (old.group_rights or new.group_rights))`,
  movedCourses: sql`r.doc_type = 'course' and r.action = 'Updated' and (old.centre or new.centre)`,
  devices: sql`r.doc_type = 'session' and r.action = 'Signed in' and new.is_new_device`,
}

const kindOf = sql`case ${sql.join(
  Object.entries(conditions).map(([kind, condition]) => sql`when ${condition} then ${sql.lit(kind)}`),
  sql` `,
)} end`

const between = (from?: string, until?: string) =>
  sql`${from ? sql`r.at >= ${from}` : sql`true`} and ${until ? sql`r.at < ${until}` : sql`true`}`

/** Nobody did that. */
const isFirstStart = sql`(r.user_id is null and r.username = ${sql.lit(firstStarter)})`

/** The records of these instants that belong to a kind. */
const records = (from?: string, until?: string) => sql`
  select r.id, r.position, r.at, r.username, r.description, new.failures, ${kindOf} as kind
  from audit_record r cross join lateral ${side(sql`r.change_from`)} as old cross join lateral ${side(sql`r.change_to`)} as new
  where ${isCandidate} and not ${isFirstStart} and ${between(from, until)}`

/** For the audit trail's list: the records of an alert. */
export const isAlert = (kind: AlertKind, from?: string, until?: string) =>
  sql<boolean>`id in (select found.id from (${records(from, until)}) as found where found.kind = ${kind})`

export type Found = Omit<Alert, 'isNew'> & { position: number }

/** The alerts since an instant, by kind, person and day; `after` is a record whose followers alone are wanted. */
export const foundSince = (from: string, after = 0) => sql<Found>`
  select kind, username as person, day, first_at, last_at, last, position::float8 as position,
    (case when kind = 'failures' then failures else records end)::float8 as count
  from (
    select found.kind, found.username, ${businessDayOf('found.at')} as day, min(found.at) as first_at,
      max(found.at) as last_at, max(found.position) as position, count(*) as records, sum(found.failures) as failures,
      (array_agg(found.description order by found.position desc))[1] as last
    from (${records(from)}) as found where found.kind is not null group by 1, 2, 3
  ) as grouped
  where position > ${after} and (kind <> 'exports' or records >= ${sql.lit(manyExports)})`

/** The alerts of the last days, those first that are new to the caller. */
export async function alertsOf(tx: Tx): Promise<ResultOf<typeof dashboard.alerts>> {
  const from = startOfDay(addDays(tx.today, 1 - alertDays))
  const [past] = await tx.query<{ position: number }>(
    sql`select position::float8 as position from alert_seen where user_id = ${tx.by.userId}`,
  )
  const seen = past?.position ?? 0
  const found = await tx.query<Found>(sql`${foundSince(from)} order by (position > ${seen}) desc, position desc`)
  return {
    items: found.slice(0, mostShown).map(({ position, ...each }) => ({ ...each, isNew: position > seen })),
    total: found.length,
    unseen: found.filter(({ position }) => position > seen).length,
    upTo: Math.max(seen, ...found.map(({ position }) => position)),
  }
}

/** Keeps up to which record the caller has looked. */
export async function seeAlerts(tx: Tx, upTo: number): Promise<void> {
  const { userId, username } = tx.by
  if (userId === null) return
  const [end] = await tx.query<{ position: number }>(
    sql`select least(position, ${upTo}::float8)::float8 as position from audit_head`,
  )
  const position = end?.position ?? 0
  await tx.change(
    {
      section: 'Dashboard',
      docType: 'alert',
      docId: userId,
      action: 'Seen',
      description: `${username} looked at the alerts up to record ${position}`,
    },
    (on) =>
      on()
        .insertInto('alertSeen')
        .values({ userId, position: String(position) })
        .onConflict((past) =>
          past.column('userId').doUpdateSet({ position: sql`greatest(alert_seen.position, excluded.position)` }),
        )
        .execute(),
  )
}
