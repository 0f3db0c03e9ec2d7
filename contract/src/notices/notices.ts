import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText, text } from '../platform/field.ts'
import { id, ids, listOf, page, reference } from '../platform/query.ts'

const may = ['verifyPayment.verify', 'notification.package'] as const

/** The fields that every document has. */
const recordFields = {
  _id: z.string(),
  isDisable: z.boolean(),
  is_protected: z.boolean(),
  /** Instants. */
  createdAt: z.string(),
  updatedAt: z.string(),
}
const content = { notifyType: z.string(), notifyTitle: z.string(), notifyMsg: z.string() }

/** The text of a notice, which several members may get. */
export const noticeDetails = z.object({ ...recordFields, ...content })
export type NoticeDetails = z.output<typeof noticeDetails>

/** A text that one member got. */
export const notice = z.object({
  ...recordFields,
  details: z.object({ _id: z.string(), ...content }),
  userID: reference('name'),
})
export type Notice = z.output<typeof notice>

const detailsBody = z.object({
  notifyType: text('Type', { required: 'Type is required', max: 60 }).schema,
  notifyTitle: text('Title', { required: 'Title is required' }).schema,
  notifyMsg: longText('Message', { required: 'Message is required', max: 1000 }).schema,
})

const noticeBody = z.object({ details: id('Details is required'), userID: id('Member is required') })

/** The server notifies members of their payments itself; a client that posts the same within this time adds nothing. */
export const repeatMinutes = 10

export const notices = {
  listDetails: endpoint({
    method: 'GET',
    path: '/notify-details',
    may,
    query: z.object(page(['createdAt', 'notifyType', 'notifyTitle', 'notifyMsg'])),
    result: listOf(noticeDetails),
  }),
  getDetails: endpoint({ method: 'GET', path: '/notify-details/:id', may, result: noticeDetails }),
  createDetails: endpoint({
    method: 'POST',
    path: '/notify-details',
    may,
    summary: `The words to tell; the same ones within ${repeatMinutes} minutes answer what is there already`,
    body: detailsBody,
    result: noticeDetails,
  }),
  list: endpoint({
    method: 'GET',
    path: '/notify-user',
    may,
    summary: 'What members were told, the newest first',
    query: z.object({
      ...page(['createdAt', 'notifyType', 'notifyTitle', 'notifyMsg', 'userID']),
      userID: ids().optional(),
      details: ids().optional(),
      notifyType: z.string().max(60).optional(),
    }),
    result: listOf(notice),
  }),
  get: endpoint({ method: 'GET', path: '/notify-user/:id', may, result: notice }),
  create: endpoint({
    method: 'POST',
    path: '/notify-user',
    may,
    summary: `Tells a member; what it was told within ${repeatMinutes} minutes is not told twice, nor what the caller verified or rejected of its payments, in whatever words`,
    body: noticeBody,
    result: notice,
  }),
}
