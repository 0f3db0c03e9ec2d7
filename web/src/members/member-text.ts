import { type DeletionFacts, deletionReasons } from '@academy/contract/members/removal.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

/** '30 days left' from the days that are left, negative once past. */
export function daysLeftText(days: number): string {
  if (days === 0) return t('last day today')
  if (days > 0) return t(days === 1 ? '{n} day left' : '{n} days left', { n: days })
  return t(days === -1 ? 'expired {n} day ago' : 'expired {n} days ago', { n: -days })
}

/** How soon credit expires: past is over, within a month is soon. */
export function expiryTone(days: number): 'over' | 'soon' | 'fine' {
  if (days < 0) return 'over'
  return days <= 30 ? 'soon' : 'fine'
}

/** All known reasons why a member cannot be deleted; the server may know more. */
export function deleteReason(member: DeletionFacts): string | undefined {
  const reasons = deletionReasons(member)
  if (reasons.length === 0) return undefined
  return t('Cannot be deleted: {reasons}', { reasons: reasons.map(({ message }) => t(message)).join(', ') })
}

/** Why a member cannot be disabled; enabling is always possible. */
export function disableReason({
  isDisable,
  isProtected,
}: Pick<DeletionFacts, 'isDisable' | 'isProtected'>): string | undefined {
  return isProtected && !isDisable ? 'Protected, it cannot be disabled' : undefined
}

/** 'Wallet 120 -> 0, manual edit of -120'; undefined when the wallet stays as it is. */
export function walletEffect(wallet: number, target: number | string | null | undefined): string | undefined {
  if (typeof target !== 'number' || !Number.isInteger(target) || target === wallet) return undefined
  const change = target - wallet
  return t('Wallet {before} -> {after}, manual edit of {change}', {
    before: showCredit(wallet),
    after: showCredit(target),
    change: `${change > 0 ? '+' : ''}${showCredit(change)}`,
  })
}

/** Why an expired wallet cannot be cleared yet, from its expiry, its balance and the business date. */
export function clearReason(creditExpired: string | null, wallet: number, today: string): string | undefined {
  const days = expiredIn(creditExpired, today)
  if (days === null) return 'No expiration date found.'
  if (days >= 0) return t('The credit expires on {day} and cannot be cleared yet', { day: showDay(creditExpired) })
  return wallet > 0 ? undefined : 'There is no credit to clear'
}
