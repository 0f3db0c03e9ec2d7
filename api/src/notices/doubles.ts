/** What a client posts of a payment that its user verified or rejected: the member was told by the portal already. */
import { repeatMinutes } from '@academy/contract/notices/notices.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { lockDocuments } from '../platform/http/index.ts'
import { later } from '../platform/runtime/index.ts'

/** What is older is forgotten. */
export const justNow = (tx: Tx) => later(tx.portal.clock.now(), -repeatMinutes * 60_000).toISOString()

interface Settled {
  id: string
  member: string
  title: string
  /** The details that were posted of it; null while there are none. */
  posted: string | null
}

/** What this user's verifications and rejections told a member just now, or the payer of a child; the oldest first. */
const settledFor = (tx: Tx, member: string): Promise<Settled[]> =>
  tx.query<Settled>(sql`
    select notice.id, notice.member, notice.title, notice.posted from notice
    where notice.settled_by = ${tx.by.userId} and notice.at > ${justNow(tx)}
      and (notice.member = ${member} or exists (
        select from member_parent join member child on child.id = member_parent.child
        where child.id = ${member} and not child.is_independent and member_parent.parent = notice.member))
    order by notice.at, notice.id`)

/** Whether this user settled payments of which no client has posted anything. */
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

/** Whether these details are a notice of the portal's own. */
export async function isOwnNotice(tx: Tx, details: string): Promise<boolean> {
  const row = await tx.read().selectFrom('notice').select('id').where('id', '=', details).executeTakeFirst()
  return row !== undefined
}

/**
 * The portal's own notice that what is posted stands for; undefined when it stands for none and is to be told. Each notice
 * stands for one post, however often that is repeated.
 */
export async function ownNoticeFor(tx: Tx, member: string, details: string): Promise<string | undefined> {
  // Of two who post at once the second sees what the first used up.
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
