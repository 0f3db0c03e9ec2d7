/**
 * All arithmetic with credit and money. Credits are whole numbers, money is whole sen; nothing here reads a clock or
 * rounds a fraction.
 */
import { dateOf, daysBetween, daysInMonth, partsOf } from '../courses/calendar.ts'
import { grouped, inRM } from '../platform/figures.ts'

/** What can move a wallet; clients filter the ledger by these. */
export const walletKinds = [
  'purchase',
  'purchase-cancelled',
  'attendance',
  'attendance-reversed',
  'adjustment',
  'manual-edit',
  'expired',
  'opening',
  'transfer',
] as const

export type WalletKind = (typeof walletKinds)[number]

/** The days, today included, whose classes say how long a wallet lasts. */
export const runwayDays = 90

/** Why a wallet does not pay: what it holds, and what is missing. The screens say the same by their own text. */
export const shortfallWords = (balance: number, needed: number): string =>
  `The wallet holds ${balance} credits, ${needed - balance} less than the ${needed} needed`

/** Whether a balance pays for `credit` in full. A price of 0 is always covered, even by a negative balance. */
export function covers(balance: number, credit: number): boolean {
  return credit === 0 || balance >= credit
}

/** How a class is paid: `debit` credits leave the wallet, or none do and the case stays outstanding. */
export type Charge = { debit: number; outstanding: boolean; missing: number }

/** In full or not at all; a partial debit does not exist. A zero `debit` writes nothing to the ledger. */
export function charge(balance: number, credit: number): Charge {
  if (covers(balance, credit)) return { debit: credit, outstanding: false, missing: 0 }
  return { debit: 0, outstanding: true, missing: credit - balance }
}

/**
 * Which of several cases a wallet pays when they are closed in this order: one that it does not cover is left, and a
 * smaller one after it may still be paid. Answers those paid and the balance that remains.
 */
export function closable<Case>(
  balance: number,
  cases: readonly Case[],
  creditOf: (of: Case) => number,
): { paid: Case[]; balance: number } {
  let left = balance
  const paid = cases.filter((one) => {
    const credit = creditOf(one)
    if (!covers(left, credit)) return false
    left -= credit
    return true
  })
  return { paid, balance: left }
}

/** The same day `count` months on, or the month's last day where that day does not exist: 31 January + 1 is 28 February. */
export function addMonths(date: string, count: number): string {
  const { year, month, day } = partsOf(date)
  const index = year * 12 + (month - 1) + count
  const newYear = Math.floor(index / 12)
  const newMonth = index - newYear * 12 + 1
  return dateOf(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}

/** The later of two dates; `null` is no date at all. */
export function laterOf(a: string | null, b: string): string
export function laterOf(a: string | null, b: string | null): string | null
export function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

/** When the wallet expires after a package of `months` is verified on `today`: never earlier than it did before. */
export function expiryAfterPurchase(present: string | null, today: string, months: number): string {
  return laterOf(present, addMonths(today, months))
}

/** Days until the wallet expires: 0 on its last day, negative once past, null without an expiry date. */
export function expiredIn(creditExpired: string | null, today: string): number | null {
  return creditExpired === null ? null : daysBetween(today, creditExpired)
}

/** By the days until credit expires, from and to included; null is open-ended. The keys are those of a report's totals. */
export const expiryBuckets = [
  { key: 'creditAlreadyExpired', label: 'Already expired', from: null, to: -1 },
  { key: 'creditExpiredIn90days', label: 'Expires within 90 days', from: 0, to: 90 },
  { key: 'creditExpiredIn120days', label: 'In 91 to 120 days', from: 91, to: 120 },
  { key: 'creditExpiredIn150days', label: 'In 121 to 150 days', from: 121, to: 150 },
  { key: 'creditExpiredAbove150days', label: 'Above 150 days', from: 151, to: null },
] as const

/** What `credit` credits cost, in sen; extra credit of a package is free. */
export function amountOf(credit: number, priceSen: number): number {
  return credit * priceSen
}

/** The credits a package puts into the wallet. */
export function creditPurchased(credit: number, addition: number): number {
  return credit + addition
}

/** Sen of a ringgit amount written as `120`, `120.5` or `120.50`, as the database and the configuration hold it. */
export function sen(ringgitText: string): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(ringgitText)
  if (!match) throw new RangeError(`Not an amount in ringgit: ${ringgitText}`)
  const [, sign, whole, fraction = ''] = match
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign && amount !== 0 ? -amount : amount
}

/** `12050` -> `120.50`, the form on the wire and in the database. */
export function ringgit(amountSen: number): string {
  if (!Number.isSafeInteger(amountSen)) throw new RangeError(`Not a whole number of sen: ${amountSen}`)
  const digits = String(Math.abs(amountSen)).padStart(3, '0')
  return `${amountSen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `123450` -> `1,234.50`. */
export function formatRinggit(amountSen: number): string {
  return grouped(ringgit(amountSen))
}

/** `1234.5` -> `1,234.50`, from an amount as it is on the wire. */
export const formatAmount = (ringgitText: string): string => formatRinggit(sen(ringgitText))

/** `123450` -> `RM 1,234.50`, `-5` -> `−RM 0.05`. */
export function formatRM(amountSen: number): string {
  return inRM(ringgit(amountSen))
}
