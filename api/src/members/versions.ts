import { sql } from 'kysely'
import { plannedOnce } from '../platform/data/index.ts'
import type { VersionOf } from '../platform/http/index.ts'

/** Version of a member that is not erased, together with its wallet, which the same form edits. */
export const memberVersion: VersionOf = async (tx, { id }) => {
  const [row] = await tx.query<{ version: string }>(sql`
    select member.row_version || '.' || wallet.row_version as version
    from member join wallet on wallet.member = member.id
    where member.id = ${id} and not member.is_deleted ${plannedOnce}`)
  return row?.version
}

export const contactVersion: VersionOf = async (tx, { id, cid }) => {
  const [row] = await tx.query<{ version: string }>(sql`
    select contact.row_version as version
    from emergency_contact contact join member on member.id = contact.member
    where contact.id = ${cid} and contact.member = ${id} and not member.is_deleted ${plannedOnce}`)
  return row?.version
}
