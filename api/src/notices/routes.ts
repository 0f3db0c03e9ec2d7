import { notices } from '@academy/contract/notices/notices.ts'
import { room } from '../kit/serve.ts'
import { createDetails, listDetails, listNotices, readDetails, readNotice, tellMember } from './told.ts'

export const noticesRoom = room(notices, {
  listDetails: (tx, { query }) => listDetails(tx, query),
  getDetails: (tx, { params }) => readDetails(tx, params.id),
  createDetails: (tx, { body }) => createDetails(tx, body),
  list: (tx, { query }) => listNotices(tx, query),
  get: (tx, { params }) => readNotice(tx, params.id),
  create: (tx, { body }) => tellMember(tx, body),
})
