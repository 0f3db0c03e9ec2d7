import { currentConfig } from '../platform/client/config/config.ts'

/** How full a wallet is: as low as the dashboard lists it, or empty. */
export function walletTone(wallet: number, low = currentConfig()?.lowBalance ?? 0): 'none' | 'low' | 'fine' {
  if (wallet <= 0) return 'none'
  return wallet <= low ? 'low' : 'fine'
}
