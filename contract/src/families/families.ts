import { endpoint } from '../platform/endpoint.ts'
import type { Permission } from '../platform/permission.ts'

/** What taking a family's data asks for, beside what single parts of it ask: to see members whole, and to export them. */
export const archivePermissions: readonly Permission[] = [
  'membership.sensitive',
  'membership.view',
  'membership.create',
]

/** The file of a family, after the first of its main members. */
export const familyFileName = (name: string): string =>
  `Family_${name.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '')}.zip`

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
}
