import { showCredit } from './dates.ts'
import { t } from './i18n.ts'

/** 'Wallet 60 → 35 (Aminah)' */
export const walletChange = (name: string, from: number, to: number): string =>
  t('Wallet {from} → {to} ({name})', { name, from: showCredit(from), to: showCredit(to) })

/** 'Aminah: wallet 60 → 35', in a list of wallets. */
export const listedChange = (name: string, from: number, to: number): string =>
  t('{name}: wallet {from} → {to}', { name, from: showCredit(from), to: showCredit(to) })
