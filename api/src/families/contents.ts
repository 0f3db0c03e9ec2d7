import type { FamilyMember } from './family.ts'
import type { Kind } from './kind.ts'

/** What is in one archive. */
export interface Contents {
  family: readonly FamilyMember[]
  kinds: readonly Kind[]
  /** Parts that the caller may not see. */
  leftOut: readonly Kind[]
  /** Where `GET /receipt/:token` is reached, for receipts that were stored without their address. */
  origin: string
}
