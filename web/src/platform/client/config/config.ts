/** What GET /config tells every screen. */
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import type { auth } from '@academy/contract/staff/auth.ts'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

export type Config = ResultOf<typeof auth.config>

let config: Config | null = null
const { notify, subscribe } = listeners()

export function rememberConfig(next: Config) {
  // It is read repeatedly; the same answer must not redraw anything.
  if (JSON.stringify(next) === JSON.stringify(config)) return
  config = next
  notify()
}

export const currentConfig = (): Config | null => config

/** The academy's name; undefined while it is not known. */
export const companyOf = (known: Pick<Config, 'companyName'> | null): string =>
  known ? known.companyName || 'COMPANY' : ''

/** The configuration; null only on the sign-in page before it has arrived. */
export const useConfig = (): Config | null => useSyncExternalStore(subscribe, currentConfig)
