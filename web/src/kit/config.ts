/** What GET /config tells every screen; `today` is the business day, so that no screen asks the device for it. */
import { useSyncExternalStore } from 'react'

export interface Config {
  companyName: string
  appName: string
  version: string
  currency: string
  timezone: string
  contactPhone: string
  /** RM of one credit, two decimals. */
  creditPrice: string
  /** Business day, YYYY-MM-DD. */
  today: string
  /** Scheme of the links into the members' app. */
  appScheme: string
  /** What takes card payments. */
  cardPayments: 'provider' | 'sandbox' | 'none'
}

let config: Config | null = null
const listeners = new Set<() => void>()

export function rememberConfig(next: Config) {
  config = next
  for (const listener of listeners) listener()
}

export const currentConfig = (): Config | null => config

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The configuration; null only on the sign-in page before it has arrived. */
export const useConfig = (): Config | null => useSyncExternalStore(subscribe, currentConfig)

/** The business day YYYY-MM-DD. Protected screens are shown only once it is known. */
export const today = (): string => config?.today ?? ''
