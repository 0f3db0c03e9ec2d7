import { store } from './storage.ts'

/** Where the session's tokens are stored: localStorage under `u`, `at` and `rt`, as plain values. */
export interface Tokens {
  access(): string | null
  refresh(): string | null
  renew(fresh: { token: string; refreshToken: string }): void
  /** Runs the work while no other tab does. */
  withLock<T>(work: () => Promise<T>): Promise<T>
}

export const keys = { user: 'u', access: 'at', refresh: 'rt' } as const

export const browserTokens: Tokens = {
  access: () => localStorage.getItem(keys.access),
  refresh: () => localStorage.getItem(keys.refresh),
  renew({ token, refreshToken }) {
    store(keys.access, token)
    store(keys.refresh, refreshToken)
  },
  // A refresh token works once, so tabs must take turns. Locks are missing on a plain-http address.
  withLock: (work) => (navigator.locks ? navigator.locks.request('academy-session', work) : work()),
}
