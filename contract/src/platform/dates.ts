/** Days and times as clients write them, and as they are stored: `YYYY-MM-DD` and `HH:mm`. */

const orders = [
  { shape: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/ },
  { shape: /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})$/ },
  { shape: /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/ },
] as const
const slashed = /^\d{1,2}\/\d{1,2}\/\d{4}$/
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/i
const dayWays = 'YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD'

/** The value read from a text, or the reason why it is invalid: the end of a sentence that begins with the field's name. */
type Reading = { value: string } | { problem: string }
export type Read = (text: string) => Reading

const isOnCalendar = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

let inMalaysia: Intl.DateTimeFormat | undefined

/** Made when an instant is read, which is rare: its first use loads locale tables, longer than a list is drawn. */
const malaysian = () => {
  inMalaysia ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Kuala_Lumpur',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return inMalaysia
}
const eightHours = 8 * 60 * 60 * 1000

/** Day and time in Kuala Lumpur of an instant with its zone. */
function localOf(text: string): { day: string; time: string } | { problem: string } {
  if (!instant.exec(text)?.groups?.zone) return { problem: 'has no time zone, so its day is not certain.' }
  const at = new Date(text.replace(' ', 'T'))
  if (Number.isNaN(at.getTime()) || !isOnCalendar(text.slice(0, 10)))
    return { problem: `is not a date. Use ${dayWays}.` }
  const [day = '', time = ''] = malaysian().format(at).split(' ')
  // Before 1982 local clocks were behind UTC+8: an instant that a client computed with UTC+8 has no certain day.
  if (day !== new Date(at.getTime() + eightHours).toISOString().slice(0, 10))
    return { problem: 'can be one of two days. Send the date without a time.' }
  return { day, time }
}

export function readDay(given: string): Reading {
  const text = given.trim()
  if (instant.test(text)) {
    const local = localOf(text)
    return 'day' in local ? { value: local.day } : local
  }
  if (slashed.test(text)) return { problem: `can be read in two ways. Use ${dayWays}.` }
  const parts = orders.map(({ shape }) => shape.exec(text)?.groups).find((found) => found !== undefined)
  if (!parts) return { problem: `is not a date. Use ${dayWays}.` }
  const day = `${parts.year}-${parts.month}-${parts.day}`
  // Years before 1000 are typing errors.
  return isOnCalendar(day) && !day.startsWith('0') ? { value: day } : { problem: 'is not a day of the calendar.' }
}

export function readTime(given: string): Reading {
  const text = given.trim()
  if (instant.test(text)) {
    const local = localOf(text)
    return 'time' in local ? { value: local.time } : local
  }
  const clock = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?$/.exec(text)
  return clock?.[1] ? { value: clock[1] } : { problem: 'is not a time. Use HH:MM.' }
}

/** The text in its stored form; unreadable text is returned unchanged. */
export const normalise = (read: Read) => (text: string) => {
  const reading = read(text)
  return 'value' in reading ? reading.value : text
}

/** Whether it is a day in the stored form. */
export const isDay = (given: unknown): given is string => {
  const reading = typeof given === 'string' ? readDay(given) : undefined
  return reading !== undefined && 'value' in reading && reading.value === given
}
