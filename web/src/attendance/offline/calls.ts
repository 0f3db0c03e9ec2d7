/** What the calls of marks and of corrections have in common. */
import { ApiError, isOutOfReach } from '../../platform/client/api-error.ts'

/** In milliseconds. */
export const timeout = 15_000

/** Whether a refusal is final. A busy portal or an ended session decides nothing about the marks. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !isOutOfReach(error) &&
  ![401, 408, 429].includes(error.statusCode) &&
  error.statusCode < 500

/** The query that reads the roll of a class. */
export const rollOf = (session: string) => ({ query: { scheduledClass: session, isMarkAttendance: true, limit: 0 } })
