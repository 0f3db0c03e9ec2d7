import { grouped, inRM, withMinus } from '@academy/contract/platform/figures.ts'

/** Days are sent as YYYY-MM-DD and shown as DD-MM-YYYY; they are never converted to an instant. */
export const dayFormat = 'DD-MM-YYYY'

/** '2026-11-21' as '21-11-2026', nothing as '-'. `separator` and `order` are for screens with their own format. */
export function showDay(day: string | null | undefined, separator = '-', order: 'dmy' | 'ymd' = 'dmy'): string {
  const parts = day?.slice(0, 10).split('-')
  if (parts?.length !== 3) return '-'
  return (order === 'dmy' ? parts.reverse() : parts).join(separator)
}

/** Malaysia is UTC+8 without summer time since 1982. */
const ahead = 8 * 3_600_000

// Not with Intl: its first use loads locale tables, which takes longer than drawing a list.
/** The Malaysian time '2026-11-21T14:05...' of an instant in milliseconds, whatever the device's zone. */
const clockAt = (at: number) => new Date(at + ahead).toISOString()

/** An ISO instant as '21-11-2026 14:05', Malaysian time. */
export function showInstant(iso: string | null | undefined): string {
  if (!iso) return '-'
  const clock = clockAt(Date.parse(iso))
  return `${showDay(clock)} ${clock.slice(11, 16)}`
}

/** Milliseconds as '14:05', Malaysian time. */
export const showTime = (at: number): string => clockAt(at).slice(11, 16)

/** The day in Malaysia at an instant in milliseconds. */
export const dayAt = (at: number): string => clockAt(at).slice(0, 10)

/** The first instant of a Malaysian day, in milliseconds. */
export const startOfDay = (day: string): number => Date.parse(day) - ahead

/** Age in whole years on a business date. */
export function ageOn(today: string, dob: string): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4))
  return today.slice(5) < dob.slice(5) ? years - 1 : years
}

const figure = (value: number | string) => withMinus(grouped(value))

/** 'RM 1,234.50' from '1234.5' or 1234.5, '−RM 0.05' from -0.05. */
export const showMoney = (amount: string | number): string => inRM(Number(amount).toFixed(2))

/** Money at the card provider, which may be in another currency. */
export const showAmount = ({ amount, currency }: { amount: string; currency: string }): string =>
  currency === 'MYR' ? showMoney(amount) : `${currency} ${figure(amount)}`

/** '1,234', without the word credits. */
export const showCredit = (credit: number): string => figure(credit)

/** '+120' or '−10': the sign says what the colour says. */
export const showSigned = (credit: number): string => `${credit > 0 ? '+' : ''}${showCredit(credit)}`

/**
 * '012-345 6789', '011-2345 6789', '03-1234 5678', '+60 12-345 6789' from the digits that are stored; anything else as it
 * was typed. Of Malaysian numbers only 011 and the landlines of two-digit areas have eight digits after their prefix.
 */
export function showPhone(phone: string | null | undefined): string {
  if (!phone) return '-'
  const [, country, prefix, first, last] = /^(0|60)(1\d|[2-9])(\d{3,4})(\d{4})$/.exec(phone) ?? []
  return prefix ? `${country === '0' ? '0' : '+60 '}${prefix}-${first} ${last}` : phone
}

/** '1.2 MB', '640 KB' */
export const showBytes = (bytes: number): string =>
  bytes < 999_500 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
