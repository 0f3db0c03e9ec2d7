import { z } from 'zod'
import { holidays } from '../holidays/holidays.ts'
import { documentFormats } from '../numbers/document-formats.ts'
import { endpoint } from '../platform/endpoint.ts'
import type { List } from '../platform/list.ts'
import { flag, onlyIds } from '../platform/query.ts'
import { announcements } from './announcements.ts'
import { belts } from './belts.ts'
import { centres } from './centres.ts'
import { coaches } from './coaches.ts'
import { courseTypes } from './course-types.ts'
import { creditPackages } from './credit-packages.ts'
import { designations } from './designations.ts'
import { memberTypes } from './member-types.ts'
import { relationships } from './relationships.ts'
import { sports } from './sports.ts'

/** Every reference list, in the order of the menu. */
export const lists: readonly List[] = [
  memberTypes,
  coaches,
  relationships,
  belts,
  courseTypes,
  centres,
  designations,
  sports,
  announcements,
  holidays,
  creditPackages,
  documentFormats,
]

/** Endpoints besides the five of every list. */
export const listExtras = {
  lookup: endpoint({
    method: 'GET',
    path: '/lookup/:resource',
    may: 'session',
    summary: 'Active entries of a list by label, for choosing in a form; with all=true the disabled ones after them',
    params: z.object({ resource: z.string().max(40) }),
    query: z.object({
      searchText: z.string().max(200).optional(),
      /** Those just of these ids, disabled ones too. */
      ids: onlyIds().optional(),
      /** Disabled ones too: what has left can be looked for in what happened. */
      all: flag().optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
    }),
    result: z.object({
      items: z.array(
        z.object({
          _id: z.string(),
          label: z.string(),
          /** Users of a coach, as `username (role)`, for callers who may view users. */
          users: z.string().optional(),
          /** Said of disabled entries only. */
          isDisable: z.boolean().optional(),
        }),
      ),
    }),
  }),
}
