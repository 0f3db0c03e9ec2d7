import type { ReactNode } from 'react'
import { ApiError, errorMessage } from '../client/api-error.ts'
import { TryAgainButton } from './SignalLine.tsx'

interface UnreadProps {
  error: unknown
  /** Said of what is not there, or not theirs to see; without it, the server's message. */
  refused?: string
  /** Where else to go. */
  children?: ReactNode
}

/** In place of what could not be read: what is refused stays so, and anything else is worth another try. */
export function Unread({ error, refused = errorMessage(error), children }: UnreadProps) {
  const isRefused = error instanceof ApiError && [400, 403, 404].includes(error.statusCode)
  return (
    <div className="problem">
      <p>{isRefused ? refused : errorMessage(error)}</p>
      {!isRefused && <TryAgainButton />} {children}
    </div>
  )
}
