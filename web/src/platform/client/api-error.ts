import type { ErrorBody } from '@academy/contract/platform/endpoint.ts'

/** Any failed call: the server's own words, or ours when it could not be reached (statusCode 0). */
export class ApiError extends Error {
  readonly statusCode: number
  readonly error: string
  readonly details: { path: string; message: string }[]
  /** Seconds after which the portal asks to try again. */
  readonly retryAfter: number | undefined
  /** The person was sent to sign in; nobody else needs to say anything. */
  sessionLost = false

  constructor(body: ErrorBody, retryAfter?: number) {
    super(body.message || body.error)
    this.name = 'ApiError'
    this.statusCode = body.statusCode
    this.error = body.error
    this.details = body.details ?? []
    this.retryAfter = retryAfter
  }

  /** From whatever a proxy or the server put in the body. */
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

/** The error in an answer, JSON or not. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '')
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  try {
    return ApiError.from(JSON.parse(text), answer.status, retryAfter)
  } catch {
    return ApiError.from({}, answer.status, retryAfter)
  }
}

/** Whether nothing was decided, because the portal or its database could not be reached: the same call may be made again. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 503)

export const unreachable = (timedOut: boolean): ApiError =>
  new ApiError({
    statusCode: 0,
    error: 'Network Error',
    message: timedOut
      ? 'The portal took too long to answer. Please try again.'
      : 'The portal cannot be reached. Check the connection and try again.',
  })

/** The sentence to show for anything thrown: what is not the portal's answer has the browser's words, which help nobody. */
export const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : 'Something went wrong. Please try again.'
