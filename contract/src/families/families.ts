import { z } from 'zod'
import { memberKinds } from '../members/fields.ts'
import { removal } from '../members/removal.ts'
import { endpoint } from '../platform/endpoint.ts'
import { messages } from '../platform/messages.ts'
import type { Permission } from '../platform/permission.ts'

/** What taking a family's data asks for, beside what single parts of it ask: to see members whole, and to export them. */
export const archivePermissions: readonly Permission[] = [
  'membership.sensitive',
  'membership.view',
  'membership.create',
]

/** The file of a family, after the first of its main members. */
export const familyFileName = (name: string): string =>
  `Family_${name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_').replace(/^_|_$/g, '')}.zip`

const familyRemoval = removal.omit({ reasons: true, hasHistory: true }).extend({
  /** Who would go. */
  members: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      chName: z.string().nullable(),
      kind: z.enum(memberKinds),
      reasons: removal.shape.reasons,
      hasHistory: z.boolean(),
    }),
  ),
})
export type FamilyRemoval = z.output<typeof familyRemoval>

/** A family: main members and their dependent children. Any of them names it. */
export const families = {
  archive: endpoint({
    method: 'GET',
    path: '/family/:id/archive',
    may: 'membership.sensitive',
    summary:
      'For people workbooks, PDFs and pictures, for machines JSON; parts that the caller may not see are left out and named in it',
    confirmed: true,
    result: { file: 'zip' },
  }),
  removal: endpoint({
    method: 'GET',
    path: '/family/:id/removal',
    may: 'membership.delete',
    summary: 'What the deletion of this family would do and leave, and who hinders it; nothing is changed',
    result: familyRemoval,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/family/:id',
    may: 'membership.delete',
    summary: 'Deletes all members of a family or, if one of them may not go, none',
    confirmed: true,
    result: z.object({ ids: z.array(z.string()) }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
}
