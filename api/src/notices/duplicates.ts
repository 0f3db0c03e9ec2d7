/** Recognises posts about a payment that the caller verified or rejected: the portal notified the member itself. */
import { repeatMinutes } from '@academy/contract/notices/notices.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { lockDocuments } from '../platform/http/index.ts'
import { later } from '../platform/runtime/index.ts'

/** Posts since this instant may be repeats. */
export const justNow = (tx: Tx) => later(tx.portal.clock.now(), -repeatMinutes * 60_000).toISOString()

interface Settled {
  id: string
  member: string
  title: string
  /** The details a client posted about it; null while there are none. */
  posted: string | null
}

/** Recent notices of this user's verifications and rejections to a member, or to a child's payer; the oldest first. */
const settledFor = (tx: Tx, member: string): Promise<Settled[]> =>
  tx.query<Settled>(sql`
    select notice.id, notice.member, notice.title, notice.posted from notice
    where notice.settled_by = ${tx.by.userId} and notice.at > ${justNow(tx)}
      and (notice.member = ${member} or exists (
        select from member_parent join member child on child.id = member_parent.child
        where child.id = ${member} and not child.is_independent and member_parent.parent = notice.member))
    order by notice.at, notice.id`)

/** Whether this user settled payments that no client has posted about. */
export async function hasUnposted(tx: Tx): Promise<boolean> {
  const row = await tx
    .read()
    .selectFrom('notice')
    .select('id')
    .where('settledBy', '=', tx.by.userId)
    .where('at', '>', justNow(tx))
    .where('posted', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether these details belong to a notice that the portal wrote itself. */
export async function isOwnNotice(tx: Tx, details: string): Promise<boolean> {
  const row = await tx.read().selectFrom('notice').select('id').where('id', '=', details).executeTakeFirst()
  return row !== undefined
}

/**
 * The portal's own notice that a post duplicates; undefined when there is none and the post is to be sent. Each notice
 * absorbs one post, however often that is repeated.
 */
export async function ownNoticeFor(tx: Tx, member: string, details: string): Promise<string | undefined> {
  // Serialised per user: two posts at once must not match the same notice.
  await lockDocuments(tx, [`what was settled by ${tx.by.userId}`])
  const settled = await settledFor(tx, member)
  const same = settled.find(({ id, posted }) => id === details || posted === details)
  if (!same && (await isOwnNotice(tx, details))) return undefined
  const own = same ?? settled.find(({ posted }) => posted === null)
  if (own?.posted === null) await markPosted(tx, own, details)
  return own?.id
}

const markPosted = (tx: Tx, { id, member, title }: Settled, details: string) =>
  tx.change(
    {
      section: 'Notification',
      docType: 'notice',
      docId: member,
      action: 'Notified',
      description: `Was told already and is not told twice: ${title}`,
    },
    (on) => on().updateTable('notice').set({ posted: details }).where('id', '=', id).execute(),
  )
