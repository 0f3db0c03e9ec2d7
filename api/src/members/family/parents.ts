import { sql } from 'kysely'
import { chunksOf, type Schema, type Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { section } from '../creation.ts'
import { activeEnrolments } from '../enrolled.ts'
import type { MemberRecord } from '../tables.ts'
import { lockParents, refuseParents } from '../validation.ts'

/** The parents that a locked child is to have, each once. */
interface NewParents {
  child: Pick<MemberRecord, 'id' | 'name' | 'isIndependent'>
  parents: readonly string[]
}

type Link = Schema['memberParent']

/** Sets the parents of children: 400 and 409 as on the form. */
export async function setParents(tx: Tx, wanted: readonly NewParents[]): Promise<void> {
  const present = await parentsOf(
    tx,
    wanted.map(({ child }) => child.id),
  )
  const changes = wanted
    .map(({ child, parents }) => {
      const before = present.get(child.id) ?? []
      const gone = before.filter((parent) => !parents.includes(parent))
      const added = parents.filter((parent) => !before.includes(parent))
      return { child, parents, before, gone, added }
    })
    // The parents of an independent child may have been deleted; then it needs none.
    .filter(({ child, parents, gone, added }) => gone.length + added.length > 0 || !(child.isIndependent || parents[0]))
  const locked = await lockParents(
    tx,
    changes.flatMap(({ parents }) => parents),
  )
  for (const { parents, before } of changes) refuseParents(locked, parents, before)
  const linksOf = (which: 'gone' | 'added') =>
    changes.flatMap(({ child, [which]: parents }) => parents.map((parent) => ({ child: child.id, parent })))
  const [gone, added] = [linksOf('gone'), linksOf('added')]
  await refusePaying(tx, gone)
  if (changes.length === 0) return
  await tx.change(
    changes.map(({ child, parents, before }) => ({
      section,
      docType: 'member',
      docId: child.id,
      action: 'Updated',
      description: `Changed the parents of ${child.name}`,
      from: { mainIDs: before },
      to: { mainIDs: parents },
    })),
    async (on) => {
      const db = on()
      for (const links of chunksOf(gone))
        await sql`delete from member_parent where (child, parent) in (${sql.join(links.map(pairOf))})`.execute(db)
      for (const links of chunksOf(added)) await db.insertInto('memberParent').values(links).execute()
    },
  )
}

const pairOf = ({ child, parent }: Link) => sql`(${child}::uuid, ${parent}::uuid)`

export async function parentsOf(tx: Tx, children: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const links = await tx.query<Link>(sql`
    select child, parent from member_parent where child = any(${children}::uuid[]) order by parent`)
  return new Map(
    [...Map.groupBy(links, ({ child }) => child)].map(([child, of]) => [child, of.map(({ parent }) => parent)]),
  )
}

/** 409 when a parent to be removed pays for one of the child's classes. */
async function refusePaying(tx: Tx, links: readonly Link[]) {
  const leaving = new Set(links.map(({ child, parent }) => `${child} ${parent}`))
  const enrolled = await activeEnrolments(
    tx,
    links.map(({ child }) => child),
  )
  const paying = enrolled.find(({ member, walletMember }) => leaving.has(`${member} ${walletMember}`))
  if (!paying) return
  const message = `${paying.payer} pays for ${paying.course}; choose another wallet for that class first`
  throw conflict(message, [{ path: 'mainIDs', message }])
}
