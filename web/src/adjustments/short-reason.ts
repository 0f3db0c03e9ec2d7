import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

/** Why a document cannot take a wallet from one balance to another. A debt is allowed where the document lessens it. */
export const shortReason = (before: number, after: number): string | undefined =>
  after < 0 && after < before
    ? t('The wallet holds {wallet} credits, {missing} less than the {credit} needed', {
        wallet: showCredit(before),
        missing: showCredit(-after),
        credit: showCredit(before - after),
      })
    : undefined
