/**
 * Default error messages of schemas without a message of their own. Importing this file sets them globally, on both
 * sides; the files that schemas are built with import it.
 */
import { z } from 'zod'
import { labelOf } from './labels.ts'

type Issue = z.core.$ZodRawIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  date: 'a date',
}

/** The label of the field in question: the last name in the path; for entries of a list the list's. */
function subjectOf(path: readonly PropertyKey[] = []): string | undefined {
  const name = path.findLast((part) => typeof part === 'string' && !/^[\d.]+$/.test(part))
  return typeof name === 'string' && name.length <= 40 ? labelOf(name) : undefined
}

const isWhole = (input: unknown) => typeof input === 'number' && Number.isFinite(input)

function wrongType({ expected, input }: { expected: string; input?: unknown }): string {
  if (input === undefined || input === null) return 'is required'
  if (expected === 'int' && !isWhole(input)) return 'must be a number'
  return Object.hasOwn(kinds, expected) ? `must be ${kinds[expected]}` : 'is not valid'
}

const bounded = (origin: string, bound: number | bigint): string => {
  if (origin === 'string') return `${bound} characters`
  if (origin === 'array' || origin === 'set') return `${bound} entries`
  return String(bound)
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if ((origin === 'string' || origin === 'array') && Number(minimum) === 1) return 'is required'
  return `must ${origin === 'array' ? 'have' : 'be'} ${inclusive === false ? 'more than' : 'at least'} ${bounded(origin, minimum)}`
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (Number(maximum) >= Number.MAX_SAFE_INTEGER) return 'is too large'
  return `must ${origin === 'array' ? 'have' : 'be'} ${inclusive === false ? 'less than' : 'at most'} ${bounded(origin, maximum)}`
}

const oneOf = (values: readonly unknown[]): string => {
  const words = values.map(String)
  if (words.toSorted().join() === 'false,true') return 'must be true or false'
  return words.length === 1 ? `must be ${words[0]}` : `must be one of: ${words.join(', ')}`
}

/** The fault, as the end of a sentence. */
function faultOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return wrongType({ expected: String(issue.expected), input: issue.input })
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'is required' : oneOf(issue.values)
  if (issue.code === 'too_small') return tooSmall({ ...issue, message: '', path: [] })
  if (issue.code === 'too_big') return tooBig({ ...issue, message: '', path: [] })
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return oneOf(issue.options)
  return 'is not valid'
}

/** A whole sentence for an issue, also for a body that is missing or of the wrong type. */
export function sentenceOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.map(labelOf).join(', ').slice(0, 100)} is not known here`
  const subject = subjectOf(issue.path)
  const fault = faultOf(issue)
  if (subject) return `${subject} ${fault}`
  return fault === 'is required' ? 'Nothing was sent' : `What was sent ${fault}`
}

/**
 * A message of a check's own that begins with its field where that is known: 'Name must be text' in a response, 'Must be
 * text' below the field itself.
 */
export const named =
  (fault: string) =>
  ({ path }: Issue): string => {
    const subject = subjectOf(path)
    return subject ? `${subject} ${fault}` : `${fault.charAt(0).toUpperCase()}${fault.slice(1)}`
  }

/** Of what must be filled in: its own message where nothing of use was sent, the limit where it was too much. */
export const orTooMuch =
  (message: string) =>
  (issue: Issue): string =>
    issue.code === 'too_big' ? sentenceOf(issue) : message

z.config({ customError: sentenceOf })
