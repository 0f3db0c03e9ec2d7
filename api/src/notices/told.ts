/** What clients of the calls notify-details and notify-user read and write. */
import type { Notice, NoticeDetails, notices } from '@academy/contract/notices/notices.ts'
import { sql } from 'kysely'
import { lockMember } from '../members/members.ts'
import { anyCase, memberMeant, orderBy, paged, type Sortable, search, type Tx } from '../platform/data/index.ts'
import { type Call, found, HttpError, invalid } from '../platform/http/index.ts'
import { hasUnposted, isOwnNotice, justNow, ownNoticeFor } from './doubles.ts'
import { notify } from './notices.ts'

type DetailsFilters = Call<typeof notices.listDetails>['query']
type Filters = Call<typeof notices.list>['query']

interface Told {
  id: string
  type: string
  title: string
  message: string
  at: string
}

const wordsOf = ({ type, title, message }: Told) => ({ notifyType: type, notifyTitle: title, notifyMsg: message })
const keptOf = ({ id, at }: Told) => ({ _id: id, isDisable: false, is_protected: false, createdAt: at, updatedAt: at })
const detailsOf = (row: Told): NoticeDetails => ({ ...keptOf(row), ...wordsOf(row) })

const newestFirst = [{ field: 'createdAt', descending: true }]

/** The portal's own notices, and what clients wrote. */
function allDetails(tx: Tx) {
  const read = tx.read()
  const columns = ['id', 'type', 'title', 'message', 'at'] as const
  const all = read
    .selectFrom('notice')
    .select(columns)
    .where('details', 'is', null)
    .unionAll(read.selectFrom('noticeDetails').select(columns))
  return read.selectFrom(all.as('told')).selectAll()
}

const detailsColumns: Sortable = {
  createdAt: 'told.at',
  notifyType: anyCase('told.type'),
  notifyTitle: anyCase('told.title'),
  notifyMsg: anyCase('told.message'),
}

export async function listDetails(tx: Tx, filters: DetailsFilters): Promise<{ items: NoticeDetails[]; total: number }> {
  let query = allDetails(tx)
  // There is no disabled one.
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  query = search(query, filters.searchText, ['told.title', 'told.message'])
  const { items, total } = await paged(orderBy(query, filters.sort, detailsColumns, newestFirst, 'told.id'), filters)
  return { items: items.map(detailsOf), total }
}

export async function readDetails(tx: Tx, id: string): Promise<NoticeDetails> {
  return detailsOf(found(await allDetails(tx).where('id', '=', id).executeTakeFirst(), 'Notification'))
}

/** Keeps the words to tell; answers those already there when the same were written or told just now. */
export async function createDetails(tx: Tx, body: Call<typeof notices.createDetails>['body']): Promise<NoticeDetails> {
  const words = { type: body.notifyType, title: body.notifyTitle, message: body.notifyMsg }
  const same = await allDetails(tx)
    .where('type', '=', words.type)
    .where('title', '=', words.title)
    .where('message', '=', words.message)
    .where('at', '>', justNow(tx))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  // Of two payments settled in the same words each has details of its own, so that a repeat is told from the second.
  if (same && ((await isOwnNotice(tx, same.id)) || !(await hasUnposted(tx)))) return detailsOf(same)
  const row = { id: tx.newId(), ...words, at: tx.now }
  await tx.change(
    {
      section: 'Notification',
      docType: 'notice-details',
      docId: row.id,
      action: 'Created',
      description: `Wrote a notification: ${words.title}`,
      to: row,
    },
    (on) => on().insertInto('noticeDetails').values(row).execute(),
  )
  return detailsOf(row)
}

const wholeNotices = (tx: Tx) =>
  tx
    .read()
    .selectFrom('notice')
    .innerJoin('member', 'member.id', 'notice.member')
    .selectAll('notice')
    .select('member.name as memberName')

type NoticeRow = Awaited<ReturnType<ReturnType<typeof wholeNotices>['execute']>>[number]

const noticeOf = (row: NoticeRow): Notice => ({
  ...keptOf(row),
  details: { _id: row.details ?? row.id, ...wordsOf(row) },
  userID: { _id: row.member, name: row.memberName },
})

const noticeColumns: Sortable = {
  createdAt: 'notice.at',
  notifyType: anyCase('notice.type'),
  notifyTitle: anyCase('notice.title'),
  notifyMsg: anyCase('notice.message'),
  userID: anyCase('member.name'),
}

export async function listNotices(tx: Tx, filters: Filters): Promise<{ items: Notice[]; total: number }> {
  const { userID, details, notifyType } = filters
  let query = wholeNotices(tx)
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  if (userID?.length) query = query.where('notice.member', 'in', userID)
  if (details?.length)
    query = query.where(({ eb, fn }) => eb(fn.coalesce('notice.details', 'notice.id'), 'in', details))
  if (notifyType) query = query.where('notice.type', '=', notifyType)
  const meant = memberMeant(filters.searchText, ['notice.title', 'notice.message'])
  if (meant) query = query.where(meant)
  const ordered = orderBy(query, filters.sort, noticeColumns, newestFirst, 'notice.id')
  const { items, total } = await paged(ordered, filters)
  return { items: items.map(noticeOf), total }
}

export async function readNotice(tx: Tx, id: string): Promise<Notice> {
  return noticeOf(found(await wholeNotices(tx).where('notice.id', '=', id).executeTakeFirst(), 'Notification'))
}

/** What is not there is a fault of the field it was sent in. */
async function sentIn<T>(path: string, label: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode !== 404) throw error
    throw invalid([{ path, message: `This ${label} does not exist` }])
  }
}

/**
 * Tells a member. What it was told just now is answered and not told twice; nor is what a client posts of a payment its
 * user verified or rejected, in whatever words.
 */
export async function tellMember(tx: Tx, body: Call<typeof notices.create>['body']): Promise<Notice> {
  const { details, userID: member } = body
  const words = await sentIn('details', 'Notification', () => readDetails(tx, details))
  const own = await ownNoticeFor(tx, member, details)
  if (own !== undefined) return readNotice(tx, own)
  // Held, so that of two who tell the same at once the second sees what the first told.
  await sentIn('userID', 'Member', () => lockMember(tx, member))
  const same = await wholeNotices(tx)
    .where('notice.member', '=', member)
    .where('notice.type', '=', words.notifyType)
    .where('notice.title', '=', words.notifyTitle)
    .where('notice.message', '=', words.notifyMsg)
    .where('notice.at', '>', justNow(tx))
    .orderBy('notice.at', 'desc')
    .orderBy('notice.id')
    .limit(1)
    .executeTakeFirst()
  if (same) return noticeOf(same)
  const { notifyType: type, notifyTitle: title, notifyMsg: message } = words
  return readNotice(tx, await notify(tx, { member, type, title, message, details }))
}
