import type { ErrorBody } from '@academy/contract/platform/endpoint.ts'
import { type Permission, permissionWords } from '@academy/contract/platform/permission.ts'
import type { AuditEntry } from '../data/audit/audit.ts'

export type Detail = { path: string; message: string }

/** A refusal in the documented shape. Its `audit` is recorded although the call is rolled back. */
export class HttpError extends Error {
  readonly statusCode: number
  readonly details: Detail[] | undefined
  readonly audit: AuditEntry | undefined
  readonly retryAfter: number | undefined
  /** Further fields of the body beside the documented shape. */
  readonly more: object | undefined
  constructor(
    statusCode: number,
    message: string,
    more: { details?: Detail[]; audit?: AuditEntry; retryAfter?: number; more?: object } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.details = more.details
    this.audit = more.audit
    this.retryAfter = more.retryAfter
    this.more = more.more
  }
}

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

export const errorBody = (statusCode: number, message: string, details?: Detail[]): ErrorBody => ({
  statusCode,
  error: names[statusCode] ?? 'Error',
  message,
  ...(details?.length ? { details } : {}),
})

/** 429 for who sends more at once than may wait. */
export const tooManyAtOnce = () =>
  new HttpError(429, 'Too many calls at once. Please try again in 5 s.', { retryAfter: 5 })

/** What a fault of ours is told as: its reason is in the log. */
export const ours = 'Something went wrong on our side. Please try again.'

/** 400, with a message per field. */
export const invalid = (details: Detail[]) => new HttpError(400, details[0]?.message ?? 'Invalid request', { details })
/**
 * A document may be sent back as it was read: 400 for another value of what never changes, which would go unheard. `words`
 * are those of the screens, where they are not the field's.
 */
export function refuseOther(
  document: string,
  sent: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
  words: Readonly<Record<string, string>> = {},
): void {
  for (const [path, value] of Object.entries(is))
    if (sent[path] !== undefined && sent[path] !== value)
      throw invalid([{ path, message: `The ${words[path] ?? path} of ${document} cannot be changed` }])
}
/** 404: absent, or not visible to the caller. */
export const notFound = (what: string) => new HttpError(404, `${what} not found`)
/** 409: the state forbids it, and nothing changed. */
export const conflict = (message: string, details?: Detail[]) => new HttpError(409, message, { details })
export const unauthorized = (message = 'Unauthorized') => new HttpError(401, message)
/** 403, recorded in the audit trail: the caller has none of these permissions. */
export const forbidden = (...permissions: readonly Permission[]) => {
  const named = permissions.map(permissionWords).join(' or ')
  return new HttpError(403, `You do not have the permission ${named}`, {
    audit: {
      section: 'Access',
      docType: 'permission',
      action: 'Refused',
      description: `Refused: permission ${named} is missing`,
    },
  })
}

/** Throws 404 when there is nothing. */
export function found<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw notFound(what)
  return value
}

/** Messages for violated constraints; modules add theirs. The path, if any, is the field to show the message at. */
export type Conflicts = Record<string, string | Detail>

interface PostgresError {
  /** The server's own function that failed. */
  routine?: string
  code: string
  constraint?: string
}
const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** What a statement that was planned before a migration answers after it. */
export const isPlanOutdated = (error: unknown): boolean =>
  isPostgresError(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Errors worth a retry: the database rolled this transaction back in favour of another, or its plan is outdated. */
export const isRetryable = (error: unknown): boolean =>
  isPostgresError(error) && (error.code === '40001' || error.code === '40P01' || isPlanOutdated(error))

const away = /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/
/** The same in the driver's words, where it has no code. */
const awayInWords =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable/

/** Whether the database, or the way to it, is gone. */
export const isAway = (error: unknown): boolean =>
  isPostgresError(error) ? away.test(error.code) : error instanceof Error && awayInWords.test(error.message)

/** Disk errors: full, or no longer writable. */
const noRoom = /^(ENOSPC|EDQUOT|EROFS|53100)$/

/** A disk that fails, of the database server (system errors) or of the portal. */
const diskFails = /^(58|EIO$)/

export const diskIsFull = () =>
  new HttpError(503, 'The disk of the portal is full. Nothing was saved; please tell whoever looks after it.', {
    retryAfter: 60,
  })

/** The HTTP error for a database error; undefined for a fault of ours. */
export function meaningOf(error: unknown, conflicts: Conflicts): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof Error && awayInWords.test(error.message))
    return new HttpError(503, 'The database is busy, please try again', { retryAfter: 2 })
  if (!isPostgresError(error)) return undefined
  if (noRoom.test(error.code)) return diskIsFull()
  if (diskFails.test(error.code))
    return new HttpError(503, 'A disk failed. Nothing was saved; please tell whoever looks after the portal.', {
      retryAfter: 60,
    })
  const meaning = error.constraint ? conflicts[error.constraint] : undefined
  if (meaning) return typeof meaning === 'string' ? conflict(meaning) : conflict(meaning.message, [meaning])
  if (error.code === '23505') return conflict('This entry exists already')
  // Names of tables are no words of the screens; a test has each key that can refuse a deletion told by its module.
  if (error.code === '23503') return conflict('Still in use by other entries')
  if (error.code === '23514' || error.code === '23001') return conflict('The present state does not allow this')
  if (/^22/.test(error.code)) return new HttpError(400, 'A value is malformed or out of range')
  if (error.code === '55P03' || error.code === '57014' || isRetryable(error) || away.test(error.code))
    return new HttpError(503, 'The database is busy, please try again', { retryAfter: 2 })
  return undefined
}
