import { z } from 'zod'
import { normalise, type Read, readDay, readTime } from './dates.ts'
import { named } from './plain-errors.ts'

/** Normalises input before it is checked; its input type is the schema's, the one form in the documentation. */
export const leniently = <S extends z.ZodType<unknown, unknown>>(read: (given: unknown) => unknown, schema: S) =>
  z.preprocess(read, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>

/** For fields of a form that may stay empty. */
export const emptyIsNone = (given: unknown) => (given === '' ? null : given)

/** In a multipart form an object or a list is sent as JSON text. */
function unfolded(given: unknown): unknown {
  if (typeof given !== 'string' || !/^[[{]/.test(given)) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

/** An object that was read counts as its id. */
function idIn(given: unknown): unknown {
  const sent = unfolded(given)
  return typeof sent === 'object' && sent !== null && '_id' in sent ? sent._id : given
}

/** An id on the wire: a UUID as text, in lower case as it is stored, or the object that was read. */
export const id = (message?: string) =>
  leniently(idIn, z.guid({ error: message ?? named('is not a valid id') }).toLowerCase())

/** A list as it is, as JSON text or joined with commas; a single object is a list of one. */
function listIn(given: unknown): unknown {
  const sent = unfolded(given)
  if (typeof sent === 'string') return sent.trim() === '' ? null : sent.split(',').map((entry) => entry.trim())
  return typeof sent === 'object' && sent !== null && '_id' in sent ? [sent] : sent
}
/** Ids of a body, by the given rule for their list. */
export const idList = <S extends z.ZodType<unknown, unknown>>(rule: S) => leniently(listIn, rule)
/** Optional ids; empty text and null mean none. */
export const maybeIds = (max: number) => idList(z.array(id()).max(max).nullish()).nullish()

/** A missing value gets the form's message, an unreadable one the reason. */
const faultOf =
  (missing: string | undefined, fault: (text: string) => string) =>
  (issue: z.core.$ZodRawIssue): string => {
    const text = typeof issue.input === 'string' ? issue.input.trim() : ''
    if (missing !== undefined && text === '') return missing
    const [, subject] = /^(.+) is required$/.exec(missing ?? '') ?? []
    return subject ? `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${fault(text)}` : named(fault(text))(issue)
  }

const readAs = (read: Read, missing: string | undefined) => {
  const error = faultOf(missing, (text) => {
    const reading = read(text)
    return 'problem' in reading ? reading.problem : 'is not valid'
  })
  return z
    .string({ error })
    .overwrite(normalise(read))
    .refine((text) => 'value' in read(text), { error })
}

/** First and last day: as a list, as start and end, or joined with a comma or ` - `. */
function rangeIn(given: unknown): unknown {
  const sent = unfolded(given)
  if (typeof sent === 'object' && sent !== null && 'start' in sent && 'end' in sent) return [sent.start, sent.end]
  if (typeof sent !== 'string' || sent.trim() === '') return sent
  return sent.split(/,|\s-\s/).map((part) => part.trim())
}
/** The first and the last day of a range. */
export const dayPair = (missing: string) =>
  leniently(rangeIn, z.tuple([day(missing), day(missing)], { error: missing }))

/** True or false, also as text. */
export const bool = () =>
  leniently(
    (given) => (given === 'true' ? true : given === 'false' ? false : given),
    z.boolean({ error: named('must be true or false') }),
  )

/** A calendar day, stored as `YYYY-MM-DD`; `DD-MM-YYYY`, `YYYY/MM/DD` and instants with a zone are read too. */
export const day = (missing?: string) => readAs(readDay, missing).meta({ format: 'date' })
/** A time of day, stored as `HH:mm`; with seconds, or in an instant with a zone, it is read too. */
export const time = () => readAs(readTime, undefined).meta({ pattern: '^\\d{2}:\\d{2}$' })

/** From and to as text joined with a dash, as a list or as start and end. */
function spanIn(given: unknown): unknown {
  const sent = unfolded(given)
  const parts =
    typeof sent === 'string'
      ? sent.split('-').map((part) => part.trim())
      : typeof sent === 'object' && sent !== null && 'start' in sent && 'end' in sent
        ? [sent.start, sent.end]
        : sent
  return Array.isArray(parts) && parts.length === 2
    ? parts.map((part) => (typeof part === 'string' ? normalise(readTime)(part) : part)).join(' - ')
    : given
}
/** A time range within one day, stored as `HH:mm - HH:mm`, the end after the start. */
export const duration = (missing?: string) => {
  const error = faultOf(missing, () => 'is not a time range. Use HH:MM - HH:MM.')
  return leniently(
    spanIn,
    z
      .string({ error })
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d - ([01]\d|2[0-3]):[0-5]\d$/, { error, abort: true })
      .refine((text) => text.slice(0, 5) < text.slice(8), 'The end must be after the start'),
  )
}

/** `true` or `false` in a query. */
export const flag = () => z.enum(['true', 'false']).transform((text) => text === 'true')
/** Ids joined with commas, all that is asked for: a text without any asks for nobody. */
export const onlyIds = () =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(id()).max(1000))

/** Ids joined with commas, to filter by; a text without any is none and filters nothing. */
export const ids = () =>
  z
    .string()
    .transform((text) => {
      const sent = text.split(',').filter(Boolean)
      return sent.length > 0 ? sent : undefined
    })
    .pipe(z.array(id()).max(1000).optional())

/** In a query: one or several of these values, joined with commas; an empty text is none and filters nothing. */
export const someOf = <const V extends string>(values: readonly [V, ...V[]] | readonly V[], error?: string) =>
  z
    .string()
    .meta({ pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` })
    .transform((text, { issues }): V[] => {
      const isOne = (word: string): word is V => values.some((value) => value === word)
      const words = text.split(',').filter(Boolean)
      const wrong = words.find((word) => !isOne(word))
      if (wrong !== undefined)
        issues.push({ code: 'invalid_value', values: [...values], input: wrong, ...(error ? { message: error } : {}) })
      return words.filter(isOne)
    })

/** In a query: one day, or the first and the last joined with a comma. */
export const days = () =>
  z
    .string()
    .transform((text) => rangeIn(text.includes(',') || text.includes(' - ') ? text : `${text},${text}`))
    .pipe(z.tuple([day(), day()], { error: named('must be one day, or the first and the last') }))

export interface SortKey {
  field: string
  descending: boolean
}

/** The fields of `+name,-dob`. An unencoded `+` arrives as a space; no prefix counts as ascending. */
const keysIn = (text: string): SortKey[] =>
  text
    .split(',')
    .map((part) => ({ field: part.replace(/^[ +-]/, '').trim(), descending: part.startsWith('-') }))
    .filter((key) => key.field !== '')

/** `+name,-dob` to keys. Unknown fields are dropped; `ignoredIn` names them. */
const sortOf = (fields: readonly string[]) =>
  z
    .string()
    .meta({
      description: 'Fields to sort by, + ascending or - descending, joined with commas',
      'x-sort-fields': fields,
    })
    .transform((text) => keysIn(text).filter(({ field }) => fields.includes(field)))

/** Sort fields that were requested and dropped; only text that looks like a field name. */
export const ignoredIn = (text: string, sorted: readonly SortKey[]): string[] =>
  keysIn(text)
    .map(({ field }) => field)
    .filter((field) => /^\w{1,40}$/.test(field) && !sorted.some((key) => key.field === field))

const maximumOffset = 10_000_000

const sortFields = new WeakMap<object, readonly string[]>()

/** The query of every list; the named fields are sortable. */
export function page<const F extends readonly string[]>(fields: F) {
  const sort = sortOf(fields).optional()
  sortFields.set(sort, fields)
  return {
    offset: z.coerce.number().int().min(0).max(maximumOffset).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    sort,
    searchText: z.string().max(200).optional(),
    isDisable: flag().optional(),
  }
}

/** The sortable fields of a list's query. */
export const sortFieldsOf = ({ query }: { query?: z.ZodType | undefined }): readonly string[] =>
  (query instanceof z.ZodObject && sortFields.get(query.shape.sort)) || []

/** The response of every list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.number() })

/** A reference in a response: its id and its label field. */
export const reference = <const L extends string>(label: L) =>
  z.object({ _id: z.string(), [label]: z.string() } as { _id: z.ZodString } & Record<L, z.ZodString>)

/** A member in a response. */
export const person = () => z.object({ _id: z.string(), name: z.string(), chName: z.string().nullable() })

/** In a response: a value before an act and after it. */
export const change = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value })

/** An inclusive range of business days. */
export const dayRange = { startDate: day().optional(), endDate: day().optional() }
