import { z } from 'zod'
import { messages } from './messages.ts'
import { amountIn, wholeNumber } from './number.ts'
import { named, orTooMuch } from './plain-errors.ts'
import { bool, day, id, idList, leniently, maybeIds } from './query.ts'
import { isBlank, isSafeText, lengthOf, oneLine, singleBlanks, tidy, tidyName } from './text.ts'

type FieldKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'password'
  | 'integer'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'reference'
  | 'references'
  | 'picture'
  | 'holidays'

/** A form field: its label on the screens, the rule both sides check, and how it is entered. */
export interface Field<S extends z.ZodType = z.ZodType> {
  kind: FieldKind
  label: string
  schema: S
  /** Set when it is required; the message is the specification's. */
  required?: string
  /** Longest text in code points. */
  max?: number
  /** For `picture`: the largest file, where it differs from the usual limit. */
  kilobytes?: number
  /** For `reference` and `references`: the list it points to. */
  resource?: string
  /** For `choice`: value and label. */
  options?: readonly { value: string; label: string }[]
  placeholder?: string
  /** Shown below the field. */
  hint?: string
}

export type Fields = Record<string, Field>
/** The zod shape of a group of fields. */
type ShapeOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] }

interface TextOptions {
  required?: string
  max?: number
  pattern?: readonly [RegExp, string]
  placeholder?: string
  hint?: string
  /** A run of blanks is kept as one: people who differ in that alone are one. */
  isName?: true
  /** No two entries have it in common, nor differ only where it does not show. */
  isUnique?: true
}

const unsafe = named('contains characters that are not allowed')
const defaultMax = 200

/** A missing value gets the form's message; a value of another type is named as such. */
const missing = (required: string | undefined) => (issue: z.core.$ZodRawIssue) =>
  required && (issue.input === undefined || issue.input === null) ? required : named('must be text')(issue)

function words(options: TextOptions, required: string | undefined, stored = tidy) {
  const max = options.max ?? defaultMax
  const [pattern, message] = options.pattern ?? [undefined, '']
  return z
    .string({ error: missing(required) })
    .overwrite(stored)
    .refine((text) => !required || !isBlank(text), { error: required, abort: true })
    .refine(isSafeText, { error: unsafe })
    .refine((text) => lengthOf(text) <= max, { error: named(`must be at most ${max} characters`) })
    .refine((text) => text === '' || !pattern || pattern.test(text), message)
    .meta({ ...(required ? { minLength: 1 } : {}), maxLength: max, ...(pattern ? { pattern: pattern.source } : {}) })
}

/** May be left out or cleared: empty text and null mean none. */
export const maybe = <T>(schema: z.ZodType<T>): z.ZodType<T | null | undefined> =>
  z.preprocess((given) => (typeof given === 'string' && isBlank(given) ? null : given), schema.nullish())

function textField(kind: FieldKind, label: string, options: TextOptions & { required: string }): Field<z.ZodString>
function textField(kind: FieldKind, label: string, options?: TextOptions): Field<z.ZodType<string | null | undefined>>
function textField(kind: FieldKind, label: string, options: TextOptions = {}): Field {
  const shared = { kind, label, max: options.max ?? defaultMax, placeholder: options.placeholder, hint: options.hint }
  const line = options.isName ? singleBlanks : oneLine
  const oneTidyLine = options.isUnique ? tidyName : (text: string) => tidy(line(text))
  const stored = kind === 'longText' ? tidy : oneTidyLine
  return options.required
    ? { ...shared, required: options.required, schema: words(options, options.required, stored) }
    : { ...shared, schema: maybe(words(options, undefined, stored)) }
}

/** One line of text, at most 200 characters unless said otherwise. */
export const text = ((label: string, options?: TextOptions) => textField('text', label, options)) as {
  (label: string, options: TextOptions & { required: string }): Field<z.ZodString>
  (label: string, options?: TextOptions): Field<z.ZodType<string | null | undefined>>
}
/** Several lines of text. */
export const longText = ((label: string, options?: TextOptions) => textField('longText', label, options)) as typeof text

/** One line with an amount, by its pattern. */
export const amount = ((label: string, options: TextOptions) => {
  const field = text(label, options)
  return { ...field, schema: leniently(amountIn, field.schema) }
}) as {
  (label: string, options: TextOptions & { required: string }): Field<z.ZodType<string>>
  (label: string, options: TextOptions): Field<z.ZodType<string | null | undefined>>
}

const emailCharacters = /^[A-Za-z0-9@._-]*$/
const emailShape = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

const emailRule = (required: string | undefined) =>
  words({ max: 100 }, required)
    .refine((text) => emailCharacters.test(text), { error: messages.badEmailCharacters, abort: true })
    .refine((text) => text === '' || emailShape.test(text), messages.badEmail)

/** An e-mail address; `required` is the message when it is missing. */
export const email = ((label: string, options: { required?: string } = {}) =>
  options.required
    ? { kind: 'email', label, max: 100, required: options.required, schema: emailRule(options.required) }
    : { kind: 'email', label, max: 100, schema: maybe(emailRule(undefined)) }) as {
  (label: string, options: { required: string }): Field<z.ZodString>
  (label: string, options?: { required?: string }): Field<z.ZodType<string | null | undefined>>
}

const passwordRule = (required: string) =>
  z
    .string({ error: required })
    .min(1, { error: required, abort: true })
    .min(8, { error: messages.shortPassword, abort: true })
    .max(128, { error: named('must be at most 128 characters') })
    .regex(/^[A-Za-z0-9!@#$%^&*()_+=-]*$/, messages.badPassword)

/** A new password, never trimmed. An optional one accepts null and empty text as none. */
export const password = ((label: string, options: { required?: string } = {}) =>
  options.required
    ? { kind: 'password', label, required: options.required, schema: passwordRule(options.required) }
    : {
        kind: 'password',
        label,
        schema: maybe(passwordRule(messages.shortPassword)),
      }) as {
  (label: string, options: { required: string }): Field<z.ZodString>
  (label: string, options?: { required?: string }): Field<z.ZodType<string | null | undefined>>
}

/** A phone number, 10 to 12 digits; screens and imports read the ways in which people write it (`phoneDigits`). */
export const phone = ((label: string) =>
  textField('phone', label, { pattern: [/^\d{10,12}$/, messages.badPhone], max: 30 })) as (
  label: string,
) => Field<z.ZodType<string | null | undefined>>

/** A whole number of at least 0, such as credits. */
export const integer = (
  label: string,
  options: { required: string; min?: number; max?: number },
): Field<z.ZodType<number>> => ({
  kind: 'integer',
  label,
  required: options.required,
  schema: wholeNumber(options),
})
export const optionalInteger = (label: string, options: { min?: number; max?: number } = {}) => ({
  kind: 'integer' as const,
  label,
  schema: maybe(wholeNumber(options)),
})

/** A calendar day `YYYY-MM-DD`. */
export const date = (label: string, options: { required: string }): Field<z.ZodType<string>> => ({
  kind: 'date',
  label,
  required: options.required,
  schema: day(options.required),
})
export const optionalDate = (label: string) => ({
  kind: 'date' as const,
  label,
  // An emptied date picker sends the text null.
  schema: z.preprocess((given) => (given === 'null' ? null : given), maybe(day())),
})

/** One of a few values. */
export const choice = <const V extends string>(
  label: string,
  values: readonly [V, ...V[]],
  options: { required: string; labels?: Partial<Record<V, string>> },
) => ({
  kind: 'choice' as const,
  label,
  required: options.required,
  options: values.map((value) => ({ value, label: options.labels?.[value] ?? value })),
  schema: z.enum(values, {
    // A value that is none of them was filled in all the same.
    error: ({ input }) => ((input ?? '') === '' ? options.required : `${label} must be one of: ${values.join(', ')}`),
  }),
})

/** One of a few values, or none. */
export const optionalChoice = <const V extends string>(
  label: string,
  values: readonly V[],
  more: { hint?: string } = {},
) => ({
  kind: 'choice' as const,
  label,
  ...more,
  options: values.map((value) => ({ value, label: value })),
  schema: maybe(z.enum(values, { error: named('must be one of the choices') })),
})

export const boolean = (label: string) => ({ kind: 'boolean' as const, label, schema: bool().optional() })

/** Whether a document is disabled. Forms send null for an empty field, which leaves it unchanged. */
export const switchedOff = () =>
  bool()
    .nullish()
    .transform((given) => given ?? undefined)

/** The id of an entry of another list. */
export const reference = (
  label: string,
  resource: string,
  options: { required: string },
): Field<z.ZodType<string>> & { kind: 'reference'; resource: string } => ({
  kind: 'reference',
  label,
  resource,
  required: options.required,
  schema: id(options.required),
})
export const optionalReference = (label: string, resource: string) => ({
  kind: 'reference' as const,
  label,
  resource,
  schema: maybe(id()),
})
/** Ids of entries of another list; `required` asks for at least one. */
export const references = (label: string, resource: string, options: { required?: string } = {}) => ({
  kind: 'references' as const,
  label,
  resource,
  required: options.required,
  schema: options.required
    ? idList(
        z
          .array(id(), { error: orTooMuch(options.required) })
          .min(1, options.required)
          .max(50),
      )
    : maybeIds(50),
})

/** A png or jpeg of at most 3000 KB, sent as the file `picture`. `required` is the message on creation. */
export const picture = (label: string, options: { required?: string } = {}) => ({
  kind: 'picture' as const,
  label,
  required: options.required,
  schema: z.unknown().optional(),
})

/** The zod shape of fields, for `z.object`. */
export function shapeOf<const F extends Fields>(fields: F): ShapeOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema])) as ShapeOf<F>
}
