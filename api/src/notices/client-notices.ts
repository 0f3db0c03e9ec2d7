/** The endpoints notify-details and notify-user. */
import type { Notice, NoticeDetails, notices } from '@academy/contract/notices/notices.ts'
import { sql } from 'kysely'
import { lockMember } from '../members/members.ts'
import {
  anyCase,
  inOrderOf,
  orderBy,
  paged,
  plannedOnce,
  rowMeant,
  type Sortable,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { type Call, found, HttpError, invalid } from '../platform/http/index.ts'
import { hasUnposted, isOwnNotice, justNow, ownNoticeFor } from './duplicates.ts'
import { notify } from './notices.ts'

type DetailsFilters = Call<typeof notices.listDetails>['query']
type Filters = Call<typeof notices.list>['query']

interface NoticeFields {
  id: string
  type: string
  title: string
  message: string
  at: string
}

const contentOf = ({ type, title, message }: NoticeFields) => ({
  notifyType: type,
  notifyTitle: title,
  notifyMsg: message,
})
const recordOf = ({ id, at }: NoticeFields) => ({
  _id: id,
  isDisable: false,
  is_protected: false,
  createdAt: at,
  updatedAt: at,
})
const detailsOf = (row: NoticeFields): NoticeDetails => ({ ...recordOf(row), ...contentOf(row) })

const newestFirst = [{ field: 'createdAt', descending: true }]

/** What the portal's own notices say, and what clients wrote. */
function allDetails(tx: Tx) {
  const read = tx.read()
  const columns = ['id', 'type', 'title', 'message', 'at'] as const
  const all = read
    .selectFrom('notice')
    .select(columns)
    .where('details', 'is', null)
    .unionAll(read.selectFrom('noticeDetails').select(columns))
  return read.selectFrom(all.as('allDetails')).selectAll()
}

const detailsColumns: Sortable = {
  createdAt: 'allDetails.at',
  notifyType: anyCase('allDetails.type'),
  notifyTitle: anyCase('allDetails.title'),
  notifyMsg: anyCase('allDetails.message'),
}

export async function listDetails(tx: Tx, filters: DetailsFilters): Promise<{ items: NoticeDetails[]; total: number }> {
  let query = allDetails(tx)
  // Notices are never disabled.
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  query = search(query, filters.searchText, ['allDetails.title', 'allDetails.message'])
  const { items, total } = await paged(
    orderBy(query, filters.sort, detailsColumns, newestFirst, 'allDetails.id'),
    filters,
  )
  return { items: items.map(detailsOf), total }
}

export async function readDetails(tx: Tx, id: string): Promise<NoticeDetails> {
  return detailsOf(found(await allDetails(tx).where('id', '=', id).executeTakeFirst(), 'Notification'))
}

/** Stores the text of a notice; answers the existing one when the same was written within `repeatMinutes`. */
export async function createDetails(tx: Tx, body: Call<typeof notices.createDetails>['body']): Promise<NoticeDetails> {
  const content = { type: body.notifyType, title: body.notifyTitle, message: body.notifyMsg }
  const same = await allDetails(tx)
    .where('type', '=', content.type)
    .where('title', '=', content.title)
    .where('message', '=', content.message)
    .where('at', '>', justNow(tx))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  // While a settled payment awaits its post, the same text gets new details: else that post would pass for a repeat.
  if (same && ((await isOwnNotice(tx, same.id)) || !(await hasUnposted(tx)))) return detailsOf(same)
  const row = { id: tx.newId(), ...content, at: tx.now }
  await tx.change(
    {
      section: 'Notification',
      docType: 'notice-details',
      docId: row.id,
      action: 'Created',
      description: `Wrote a notification: ${content.title}`,
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

/** Ids only, to be filtered, counted and put in order: the page is read in full afterwards. */
const noticeIds = (tx: Tx) =>
  tx.read().selectFrom('notice').leftJoin('member', 'member.id', 'notice.member').select('notice.id')

type NoticeRow = Awaited<ReturnType<ReturnType<typeof wholeNotices>['execute']>>[number]

const noticeOf = (row: NoticeRow): Notice => ({
  ...recordOf(row),
  details: { _id: row.details ?? row.id, ...contentOf(row) },
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
  let query = noticeIds(tx)
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  if (userID?.length) query = query.where('notice.member', 'in', userID)
  if (details?.length)
    query = query.where(({ eb, fn }) => eb(fn.coalesce('notice.details', 'notice.id'), 'in', details))
  if (notifyType) query = query.where('notice.type', '=', notifyType)
  const meant = rowMeant(tx.by, filters.searchText, {
    member: 'notice.member',
    columns: ['notice.title', 'notice.message'],
  })
  if (meant) query = query.where(meant)
  const ordered = orderBy(query, filters.sort, noticeColumns, newestFirst, 'notice.id')
  const { items: page, total } = await paged(ordered, filters)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  const rows = await wholeNotices(tx).where('notice.id', '=', sql<string>`any(${ids})`).modifyEnd(plannedOnce).execute()
  return { items: inOrderOf(page, rows.map(noticeOf)), total }
}

export async function readNotice(tx: Tx, id: string): Promise<Notice> {
  return noticeOf(found(await wholeNotices(tx).where('notice.id', '=', id).executeTakeFirst(), 'Notification'))
}

/** Turns the 404 of a document named in the body into a 400 at its field. */
async function atField<T>(path: string, label: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode !== 404) throw error
    throw invalid([{ path, message: `This ${label} does not exist` }])
  }
}

/**
 * Notifies a member; answers the existing notice when the member got the same text within `repeatMinutes`, or when the
 * post is about a payment that this user verified or rejected, whatever its text.
 */
export async function createNotice(tx: Tx, body: Call<typeof notices.create>['body']): Promise<Notice> {
  const { details, userID: member } = body
  const words = await atField('details', 'Notification', () => readDetails(tx, details))
  const own = await ownNoticeFor(tx, member, details)
  if (own !== undefined) return readNotice(tx, own)
  // Locked, so that the second of two simultaneous requests finds the first's notice.
  await atField('userID', 'Member', () => lockMember(tx, member))
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
