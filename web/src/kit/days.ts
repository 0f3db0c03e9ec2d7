/** Days travel as YYYY-MM-DD and are shown as DD-MM-YYYY; they never pass through an instant. */
export const dayFormat = 'DD-MM-YYYY'

/** '2026-11-21' as '21-11-2026'; nothing as '-'. `separator` and `order` serve the screens with a format of their own. */
export function showDay(day: string | null | undefined, separator = '-', order: 'dmy' | 'ymd' = 'dmy'): string {
  const parts = day?.slice(0, 10).split('-')
  if (parts?.length !== 3) return '-'
  return (order === 'dmy' ? parts.reverse() : parts).join(separator)
}

const instant = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kuala_Lumpur',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** An ISO instant as '21-11-2026 14:05', Malaysian time whatever the device says. */
export function showInstant(iso: string | null | undefined): string {
  if (!iso) return '-'
  const parts = Object.fromEntries(instant.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]))
  return `${parts.day}-${parts.month}-${parts.year} ${parts.hour}:${parts.minute}`
}

/** Milliseconds as '14:05', Malaysian time whatever the device says. */
export function showTime(at: number): string {
  const parts = Object.fromEntries(instant.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.hour}:${parts.minute}`
}

// Made once: making one takes longer than a row of a list.
const ringgit = new Intl.NumberFormat('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-MY')

/** RM 1,234.50 from '1234.5' or 1234.5. */
export const showMoney = (amount: string | number): string => `RM ${ringgit.format(Number(amount))}`

/** 1,234 credits without the word. */
export const showCredit = (credit: number): string => whole.format(credit)

/** '+120' or '-10': the sign tells what the colour tells. */
export const showSigned = (credit: number): string => `${credit > 0 ? '+' : ''}${showCredit(credit)}`

/** '1.2 MB', '640 KB' */
export const showBytes = (bytes: number): string =>
  bytes < 999_500 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
