import type { Finding } from '@academy/contract/books/books.ts'
import type { ColumnType } from 'kysely'

export interface BooksTables {
  booksProof: {
    id: string
    /** The business day of a nightly proof. */
    night: string | null
    byUser: string | null
    byName: string
    version: string
    startedAt: string
    /** Null while it is under way. */
    finishedAt: string | null
    /** Null also when it was broken off. */
    findings: ColumnType<Finding[] | null, string | null, string | null>
    checks: number | null
    faults: number | null
  }
}
