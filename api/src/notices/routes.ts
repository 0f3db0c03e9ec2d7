import { notices } from '@academy/contract/notices/notices.ts'
import { apiModule } from '../platform/http/index.ts'
import { createDetails, createNotice, listDetails, listNotices, readDetails, readNotice } from './client-notices.ts'

export const noticesModule = apiModule(notices, {
  listDetails: (tx, { query }) => listDetails(tx, query),
  getDetails: (tx, { params }) => readDetails(tx, params.id),
  createDetails: (tx, { body }) => createDetails(tx, body),
  list: (tx, { query }) => listNotices(tx, query),
  get: (tx, { params }) => readNotice(tx, params.id),
  create: (tx, { body }) => createNotice(tx, body),
})
