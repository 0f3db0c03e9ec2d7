import type { MemberKind } from '@academy/contract/members/fields.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { notFound } from '../platform/http/index.ts'

export interface FamilyMember {
  id: string
  kind: MemberKind
  name: string
  chName: string | null
  picture: string | null
}

/**
 * The family of a member, main members first: of a dependent child its parents, of anybody else the member alone, each
 * with their dependent children. The other parent of a child is another main member, and seen from the child. 404 when
 * the member is unknown or was erased.
 */
export async function familyOf(tx: Tx, id: string): Promise<[FamilyMember, ...FamilyMember[]]> {
  const [first, ...others] = await tx.query<FamilyMember>(sql`
    with asked as (select * from member where id = ${id} and not is_deleted),
    main as (
      select parent as id from member_parent join asked on asked.id = child and not asked.is_independent
      union select id from asked where is_independent
    ),
    family as (
      select id from main union select id from asked
      union select child from member_parent join main on main.id = parent join member on member.id = child
        where not member.is_independent
    )
    select id, kind, name, ch_name, picture from member join family using (id) where not is_deleted
    order by not is_independent, created_at, id`)
  if (!first) throw notFound('Member')
  return [first, ...others]
}
