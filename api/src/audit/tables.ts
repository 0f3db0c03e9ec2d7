import type { Change } from '../platform/data/index.ts'

export interface AuditTables {
  auditRecord: {
    id: string
    position: string
    at: string
    username: string
    section: string
    docType: string
    docId: string | null
    action: string
    description: string
    changeFrom: Change[]
    changeTo: Change[]
  }
}
