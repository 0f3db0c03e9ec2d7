import { type DeletionFacts, deletionReasons } from '@academy/contract/members/deletion.ts'
import { expiredIn } from '@academy/contract/wallet/rules.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'

/**
 * Where WhatsApp opens a chat with a phone, a text filled in: a Malaysian number without its country, or one with its own.
 */
export function whatsAppAddress(phone: string | null, text = ''): string | undefined {
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  if (digits.length < 8) return undefined
  return `https://wa.me/${digits.startsWith('0') ? `6${digits}` : digits}${text && `?text=${encodeURIComponent(text)}`}`
}

/** Where the mail program of this machine begins a mail. */
export const mailAddress = (email: string | null, text: string): string | undefined =>
  email ? `mailto:${encodeURIComponent(email)}?body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}` : undefined

/** '30 days left' from the days that are left, negative once past. */
export function daysLeftText(days: number): string {
  if (days === 0) return t('last day today')
  if (days > 0) return t(days === 1 ? '{n} day left' : '{n} days left', { n: days })
  return t(days === -1 ? 'expired {n} day ago' : 'expired {n} days ago', { n: -days })
}

/** The same where a column's head says that they are left: '30 days'. */
export const daysText = (days: number): string =>
  days > 0 ? t(days === 1 ? '{n} day' : '{n} days', { n: days }) : daysLeftText(days)

/** How soon credit expires: past is over, within a month is soon. */
export function expiryTone(days: number): 'over' | 'soon' | 'fine' {
  if (days < 0) return 'over'
  return days <= 30 ? 'soon' : 'fine'
}

/** From how many classes on each of the five bars is filled. */
const barFrom = [1, 3, 5, 10, 15]
const longFrom = 5

export const filledBars = (classes: number): number => barFrom.filter((from) => classes >= from).length

export function runwayTone(classes: number): 'over' | 'short' | 'long' {
  if (classes < 1) return 'over'
  return classes < longFrom ? 'short' : 'long'
}

/** 'about 5 classes' of a wallet with this many credits. */
export function runwayText(classes: number, wallet: number): string {
  if (wallet <= 0) return t('none left')
  if (classes < 1) return t('less than 1 class')
  return t(classes === 1 ? 'about {n} class' : 'about {n} classes', { n: classes })
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

/** 'Wallet 120 → 0, manual edit of -120'; undefined when the wallet stays as it is. */
export function walletEffect(wallet: number, target: number | string | null | undefined): string | undefined {
  if (typeof target !== 'number' || !Number.isInteger(target) || target === wallet) return undefined
  const change = target - wallet
  return t('Wallet {before} → {after}, manual edit of {change}', {
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
