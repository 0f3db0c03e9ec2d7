import type { ErrorBody } from '@academy/contract/platform/endpoint.ts'

/** Any failed call, with the server's message, or our own when it could not be reached (statusCode 0). */
export class ApiError extends Error {
  readonly statusCode: number
  readonly error: string
  readonly details: { path: string; message: string }[]
  /** Seconds after which the server asks to try again. */
  readonly retryAfter: number | undefined
  /** The user was sent to sign in; no further message is needed. */
  sessionLost = false

  constructor(body: ErrorBody, retryAfter?: number) {
    super(body.message || body.error)
    this.name = 'ApiError'
    this.statusCode = body.statusCode
    this.error = body.error
    this.details = body.details ?? []
    this.retryAfter = retryAfter
  }

  /** The second factor is asked for again; the same call may be repeated then. */
  get isUnconfirmed(): boolean {
    return this.statusCode === 403 && this.details.some(({ path }) => path === 'secondFactor')
  }

  /** Accepts whatever body a proxy or the server sent. */
  static from(body: unknown, statusCode: number, retryAfter?: number): ApiError {
    const given: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {}
    return new ApiError(
      {
        statusCode: given.statusCode ?? statusCode,
        error: given.error ?? 'Error',
        message: given.message ?? given.error ?? `The portal cannot answer now (${statusCode}). Please try again.`,
        details: Array.isArray(given.details) ? given.details : undefined,
      },
      retryAfter,
    )
  }
}

/** The error in a response, JSON or not. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '')
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  try {
    return ApiError.from(JSON.parse(text), answer.status, retryAfter)
  } catch {
    return ApiError.from({}, answer.status, retryAfter)
  }
}

/**
 * Whether no answer came from the portal, or none because its database, or a proxy before it, could not reach what is
 * behind: nobody knows what was done, and the same call may be repeated.
 */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || isAway(error.statusCode))

/** 503, or what a proxy answers in the portal's place. */
export const isAway = (status: number): boolean => status > 501

export const unreachable = (timedOut: boolean): ApiError =>
  new ApiError({
    statusCode: 0,
    error: 'Network Error',
    message: timedOut
      ? 'The portal took too long to answer. Please try again.'
      : 'The portal cannot be reached. Check the connection and try again.',
  })

/** The message to show for anything thrown. Errors that are not the server's have a browser text that helps nobody. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : 'Something went wrong. Please try again.'
