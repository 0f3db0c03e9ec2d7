import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { section } from './creation.ts'

/** A member with what identifies it to staff who hand out a password. */
export interface MemberLogin {
  id: string
  name: string
  chName: string | null
  kind: string
  tmNo: string | null
  email: string | null
}

/** Every member that was not erased, by name. */
export const memberLogins = (tx: Tx): Promise<MemberLogin[]> =>
  tx.query(sql`select id, name, ch_name, initcap(kind) as kind, tm_no, email from member where not is_deleted
    order by lower(name), id`)

/** Members per statement; each gets its own audit record. */
const batchSize = 1000

/** Sets the passwords, given as their argon2 form; answers whose were set: not of those erased meanwhile. */
export async function setPasswords(tx: Tx, given: readonly { id: string; hash: string }[]): Promise<Set<string>> {
  const changed = new Set<string>()
  // In id order, so that two calls at once do not deadlock.
  const ordered = given.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let from = 0; from < ordered.length; from += batchSize) {
    const batch = ordered.slice(from, from + batchSize)
    const members = await tx
      .read()
      .selectFrom('member')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .where('isDeleted', '=', false)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (members.length === 0) continue
    await tx.change(
      members.map(({ id, name }) => ({
        section,
        docType: 'member',
        docId: id,
        action: 'Password changed',
        description: `Gave ${name} a new random password`,
      })),
      (on) =>
        sql`update member set password = given.hash, updated_at = ${tx.now}
          from unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ hash }) => hash)}::text[]) given (id, hash)
          where member.id = given.id and not member.is_deleted`.execute(on()),
    )
    for (const { id } of members) changed.add(id)
  }
  return changed
}
