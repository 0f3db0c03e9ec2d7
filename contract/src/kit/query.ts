import { z } from 'zod'
import { labelOf } from './labels.ts'
import { named } from './plain-errors.ts'

/** An id on the wire: a UUID as text, in lower case as it is stored. */
export const id = (message?: string) => z.guid({ error: message ?? named('is not a valid id') }).toLowerCase()

/** What is missing is asked for in a form's words; what is none of its kind is told as such. */
const kindOf =
  (missing: string | undefined, fault: string) =>
  (issue: z.core.$ZodRawIssue): string => {
    if (missing !== undefined && (typeof issue.input !== 'string' || issue.input.trim() === '')) return missing
    const [, subject] = /^(.+) is required$/.exec(missing ?? '') ?? []
    return subject ? `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${fault}` : named(fault)(issue)
  }

/** A calendar day, `YYYY-MM-DD`; never an instant. Years before 1000 are slips of the keyboard. */
export const day = (missing?: string) => {
  const error = kindOf(missing, 'is not a date. Use YYYY-MM-DD.')
  return z.iso.date({ error }).refine((text) => !text.startsWith('0'), { error })
}
/** A time of day, `HH:mm`. */
export const time = () => {
  const error = named('is not a time. Use HH:MM.')
  return z.string({ error }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error })
}
/** A span of one day, `HH:mm - HH:mm`, the end after the start. */
export const duration = (missing?: string) => {
  const error = kindOf(missing, 'is not a time range. Use HH:MM - HH:MM.')
  return z
    .string({ error })
    .overwrite((text) => text.trim().replace(/\s*-\s*/, ' - '))
    .regex(/^([01]\d|2[0-3]):[0-5]\d - ([01]\d|2[0-3]):[0-5]\d$/, { error })
    .refine((text) => text.slice(0, 5) < text.slice(8), 'The end must be after the start')
}

/** `true` or `false` in a query. */
export const flag = () => z.enum(['true', 'false']).transform((text) => text === 'true')
/** Ids joined with commas. */
export const ids = () =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(id()).max(1000))

export interface SortKey {
  field: string
  descending: boolean
}

/** A word is told back; what was never meant as a field is not. */
const toldBack = (field: string) => (/^\w{1,40}$/.test(field) ? labelOf(field) : 'that')

/** `+name,-dob` to keys. An unencoded `+` arrives as a space; no prefix counts as ascending. */
export const sortOf = (fields: readonly string[]) =>
  z.string().transform((text, context): SortKey[] => {
    const keys = text
      .split(',')
      .map((part) => ({ field: part.replace(/^[ +-]/, '').trim(), descending: part.startsWith('-') }))
      .filter((key) => key.field !== '')
    const unknown = keys.find((key) => !fields.includes(key.field))
    if (unknown)
      context.issues.push({
        code: 'custom',
        input: text,
        message: `Cannot sort by ${toldBack(unknown.field)}. Known fields: ${fields.map(labelOf).join(', ')}`,
      })
    return keys
  })

const maximumOffset = 10_000_000

/** What every list accepts; the fields named may be sorted on. */
export const page = <const F extends readonly string[]>(fields: F) => ({
  offset: z.coerce.number().int().min(0).max(maximumOffset).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  sort: sortOf(fields).optional(),
  searchText: z.string().max(200).optional(),
  isDisable: flag().optional(),
})

/** The answer of every list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.number() })

/** A reference as it comes out: its id and its label field. */
export const reference = <const L extends string>(label: L) =>
  z.object({ _id: z.string(), [label]: z.string() } as { _id: z.ZodString } & Record<L, z.ZodString>)

/** An inclusive range of business days. */
export const dayRange = { startDate: day().optional(), endDate: day().optional() }
