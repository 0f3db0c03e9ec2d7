import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { day, id, listOf, page } from '../platform/query.ts'

/** The calls that tell medical notes and I/C numbers, in plain words; another one is shown as it is. */
export const readingWords: Readonly<Record<string, string>> = {
  'GET /member': 'List of members',
  'GET /member/:id': 'Profile',
  'PUT /member/:id': 'Profile, changed',
  'POST /member': 'Profile, enrolled',
  'GET /member/find': 'Search',
  'GET /member/choose': 'Choice of members',
  'GET /member/generate/excel': 'Export of members',
  'GET /enrollment/attendance/students/:class': 'Marking a class',
  'GET /family/:id/archive': 'Data of the family',
  'POST /member/import/excel': 'Import of members',
  'GET /point-adjust/generate-total-flow-excel': 'Export of all wallets',
  'GET /point-adjust/generate-total-flow-excel/before': 'Export of all wallets',
  'GET /report/expiry-report': 'Expiry Report',
  'GET /report/expiry-report/generate/excel': 'Expiry Report, workbook',
  'GET /report/expiry-report/generate/pdf': 'Expiry Report, PDF',
  'GET /report/tm-Report': 'TM Report',
  'GET /report/tm-Report/generate/excel': 'TM Report, workbook',
  'GET /report/tm-Report/generate/pdf': 'TM Report, PDF',
}

const reading = z.object({
  _id: z.string(),
  timestamp: z.string(),
  /** Username of whoever was told. */
  reader: z.string(),
  /** Method and pattern of the path. */
  call: z.string(),
  /** What was asked for, without the words of a search and without ids. */
  filter: z.string().nullable(),
  /** What the screens call the fields. */
  fields: z.array(z.string()),
  /** Of how many members, or rows of a file. */
  count: z.number(),
  /** Whose; the first of many, and nobody for a file of many and for whoever was deleted. */
  members: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type SensitiveReading = z.output<typeof reading>

export const readings = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sensitive-reading',
    may: 'audit_trail.view',
    summary: 'Who was told medical notes and I/C numbers, newest first',
    query: z.object({
      ...page(['timestamp', 'reader', 'call']),
      timestampStartDate: day().optional(),
      timestampEndDate: day().optional(),
      /** Only of this member. */
      member: id().optional(),
    }),
    result: listOf(reading),
  }),
}
