/** Numbers as people write them: invalid input is left as typed and refused with a reason. */
import { z } from 'zod'
import { messages } from './messages.ts'
import { named } from './plain-errors.ts'

const plainNumber = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/** Parses plain digits. Anything else is returned unchanged: `1e3`, `2,5` and `١٢` are no numbers. */
export function numberIn(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const text = given.trim()
  return plainNumber.test(text) ? Number(text) : text === '' ? null : given
}

/** An amount is text, so that no sen is lost; one sent as a number counts as its digits. */
export const amountIn = (given: unknown): unknown => (typeof given === 'number' ? String(given) : given)

export const notWhole = named('must be a whole number')
const notNumber = named('must be a number')
export const largestInteger = 1_000_000

interface WholeNumberOptions {
  /** The message when it is missing. */
  required?: string
  min?: number
  max?: number
}

/** A whole number, as a number or as text. */
export const wholeNumber = ({ required, min = 0, max = largestInteger }: WholeNumberOptions) =>
  z.preprocess(
    numberIn,
    z
      .number({
        error: (issue) => (typeof issue.input === 'string' ? notWhole(issue) : (required ?? notNumber(issue))),
      })
      .int({ error: notWhole })
      .min(min, { error: min === 0 ? messages.positive : named(`must be at least ${min}`) })
      .max(max, { error: named(`must be at most ${max}`) }),
  )
