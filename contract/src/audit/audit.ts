import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { day, listOf, page } from '../platform/query.ts'
import { alertKind } from './alerts.ts'

const change = z.object({
  field: z.string(),
  /** What the form calls the field. */
  label: z.string(),
  /** The value as the screens show it, names in place of ids; secrets are never in it, private ones are masked. */
  item: z.string(),
  type: z.enum(['added', 'removed']),
})

export const auditRecord = z.object({
  _id: z.string(),
  /** Its place in the trail, by which `verify` names it; `#8448` in searchText finds it. */
  position: z.number(),
  timestamp: z.string(),
  /** Username of whoever did it. */
  modifier: z.string(),
  section: z.string(),
  docType: z.string(),
  action: z.string(),
  description: z.string(),
  changeFrom: z.array(change),
  changeTo: z.array(change),
})
export type AuditRecord = z.output<typeof auditRecord>

const auditSort = ['timestamp', 'modifier', 'section', 'docType', 'action', 'description'] as const

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/auth/audit-trail',
    may: 'audit_trail.view',
    summary: 'Newest first unless sorted; a sort field without prefix is ascending',
    query: z.object({
      ...page(auditSort),
      timestampStartDate: day().optional(),
      timestampEndDate: day().optional(),
      /** The specification's name for searchText. */
      searches: z.string().max(200).optional(),
      /** Only the records of an alert of this kind. */
      alert: alertKind.optional(),
      /** Only those of this username. */
      modifier: z.string().max(200).optional(),
    }),
    result: listOf(auditRecord),
  }),
}
