import type { Attendee } from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { thumbnailLink } from '../platform/files/index.ts'

/** The parents of the row's member, in the order they were registered. */
const parents = sql<Attendee['parents']>`(
  select coalesce(json_agg(json_build_object('_id', parent.id, 'name', parent.name)
      order by parent.created_at, parent.id), '[]')
    from member_parent join member parent on parent.id = member_parent.parent
    where member_parent.child = member.id)`

/** Of a query that joins `member` and its `belt`. */
export const attendeeColumns = [
  'member.name',
  'member.chName',
  'member.dob',
  'member.picture',
  'member.belt',
  'belt.beltColor',
  parents.as('parents'),
] as const

interface AttendeeRow extends Pick<Attendee, 'name' | 'chName' | 'dob' | 'parents'> {
  /** The member's id. */
  member: string
  picture: string | null
  belt: string | null
  beltColor: string | null
}

export const attendeeOf = (tx: Tx, row: AttendeeRow): Attendee => ({
  _id: row.member,
  name: row.name,
  chName: row.chName,
  dob: row.dob,
  thumbnail: thumbnailLink(tx, row.picture),
  belt: row.belt === null || row.beltColor === null ? null : { _id: row.belt, beltColor: row.beltColor },
  parents: row.parents,
})
