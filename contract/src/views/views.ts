/** How a list is looked at, kept under a name: its filters, order and columns. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { listOf } from '../platform/query.ts'
import { isSafeText } from '../platform/text.ts'

/** Of one person. */
export const mostViews = 50

export const viewFields = {
  name: text('Name', { required: 'Name is required', max: 40 }),
}

const words = (most: number) => z.string().max(most).refine(isSafeText, 'This text has characters that cannot be kept')

const list = words(100).min(1)
const parts = {
  /** The parameters of the list's address that are set. */
  search: z
    .record(words(40), words(200))
    .refine((search) => Object.keys(search).length <= 20, 'A view has at most 20 filters'),
  /** Keys of the columns that are not shown. */
  hidden: z.array(words(40)).max(40),
}

export const savedView = z.object({
  _id: z.string(),
  name: z.string(),
  ...parts,
  /** Everybody of the owner's group has it. */
  isShared: z.boolean(),
  /** Null where it is the caller's own. */
  owner: z.string().nullable(),
})
export type SavedView = z.output<typeof savedView>

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/view',
    may: 'session',
    summary: 'The views of one list: the caller’s own, then those shared with the caller’s group',
    query: z.object({ /** Path and name, such as `/membership/listing Adults`. */ list }),
    result: listOf(savedView),
  }),
  save: endpoint({
    method: 'POST',
    path: '/view',
    may: 'session',
    summary: 'Keeps a view of the caller’s, in the place of an own one of that name',
    body: z.object({ list, name: viewFields.name.schema, ...parts, isShared: z.boolean().default(false) }),
    result: savedView,
    done: messages.created,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/view/:id',
    may: 'session',
    summary: 'An own view; its rows are not touched',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to delete this view?',
    done: messages.deleted,
  }),
}
