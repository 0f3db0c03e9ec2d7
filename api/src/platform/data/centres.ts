import { sql } from 'kysely'
import { HttpError } from '../http/errors.ts'
import type { Tx } from './tx.ts'

/** Whether the caller may see what belongs to a centre; what belongs to none is hidden from a restricted caller. */
export const seesCentre = (tx: Tx, centre: string | null): boolean =>
  tx.by.centres === null || (centre !== null && tx.by.centres.includes(centre.toLowerCase()))

/** A condition for lists: the column's centre is one the caller may see. Rows without a centre are for callers of all centres only. */
export const inCallersCentres = (tx: Tx, column: string) =>
  tx.by.centres === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...tx.by.centres]}::uuid[])`

/**
 * Every write of something at a centre calls this with the centre it is at and the one it goes to: 403, with an audit
 * record, unless the caller is in charge of both. `doing` is what was refused, as in 'change this course'.
 */
export function requireCentres(tx: Tx, doing: string, ...centres: readonly (string | null)[]): void {
  if (centres.every((centre) => seesCentre(tx, centre))) return
  const all = centres.includes(null)
  throw new HttpError(
    403,
    `You cannot ${doing}: ${all ? 'it takes the charge of all centres' : 'its centre is not in your charge'}`,
    {
      audit: {
        section: 'Access',
        docType: 'permission',
        action: 'Refused',
        description: `Refused to ${doing}: ${tx.by.username} is not in charge of ${all ? 'all centres' : 'its centre'}`,
      },
    },
  )
}
