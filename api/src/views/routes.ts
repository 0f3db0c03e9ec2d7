import { views } from '@academy/contract/views/views.ts'
import { apiModule } from '../platform/http/index.ts'
import { removeView, saveView, viewsOf } from './views.ts'

export const viewsModule = apiModule(views, {
  list: (tx, { query }) => viewsOf(tx, query.list),
  save: (tx, { body }) => saveView(tx, body),
  remove: (tx, { params }) => removeView(tx, params.id),
})
