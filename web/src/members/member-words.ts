import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { showDay } from '../kit/days.ts'
import { t } from '../kit/words.ts'

/** '30 days left' from the days that are left, negative once past. */
export function daysLeftWords(days: number): string {
  if (days === 0) return t('last day today')
  if (days > 0) return t(days === 1 ? '{n} day left' : '{n} days left', { n: days })
  return t(days === -1 ? 'expired {n} day ago' : 'expired {n} days ago', { n: -days })
}

/** How soon credit runs out: past is over, within a month is soon. */
export function expiryTone(days: number): 'over' | 'soon' | 'fine' {
  if (days < 0) return 'over'
  return days <= 30 ? 'soon' : 'fine'
}

/** Whole years lived on a business date. */
export function ageOn(today: string, dob: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

interface Deletable {
  isDisable: boolean
  isProtected?: boolean
  wallet: number
}

/** Why a member cannot be deleted as far as the screen knows; the server also looks at open cases and children. */
export function deleteReason({ isDisable, isProtected, wallet }: Deletable): string | undefined {
  if (isProtected) return 'Protected, it cannot be deleted'
  if (!isDisable) return 'Disable it first, then it can be deleted'
  if (wallet !== 0) return t('The wallet still holds {wallet} credits', { wallet })
  return undefined
}

/** Why a member cannot be disabled; enabling is always possible. */
export function disableReason({ isDisable, isProtected }: Omit<Deletable, 'wallet'>): string | undefined {
  return isProtected && !isDisable ? 'Protected, it cannot be disabled' : undefined
}

/** Why an expired wallet cannot be cleared yet, from its expiry, its balance and the business date. */
export function clearReason(creditExpired: string | null, wallet: number, today: string): string | undefined {
  const days = expiredIn(creditExpired, today)
  if (days === null) return 'No expiration date found.'
  if (days >= 0) return t('The credit expires on {day} and cannot be cleared yet', { day: showDay(creditExpired) })
  return wallet > 0 ? undefined : 'There is no credit to clear'
}
