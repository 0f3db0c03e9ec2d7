import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

/** What a document does to a wallet: credits before and after. */
interface BalanceChange {
  name: string
  before: number
  after: number
}

/** 'Wallet 120 → 110 (Tan Wei Ling)' */
export const balanceText = ({ name, before, after }: BalanceChange): string =>
  t('Wallet {from} → {to} ({name})', { from: showCredit(before), to: showCredit(after), name })

/** Why the wallet cannot be changed like this. A debt is allowed where the document lessens it. */
export const shortReason = ({ before, after }: BalanceChange): string | undefined =>
  after < 0 && after < before
    ? t('The wallet holds {wallet} credits, {missing} less than the {credit} needed', {
        wallet: showCredit(before),
        missing: showCredit(-after),
        credit: showCredit(before - after),
      })
    : undefined
