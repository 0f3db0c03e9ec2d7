import { numberIn } from '@academy/contract/platform/number.ts'

export type Operator = '+' | '-'

/** Splits what was typed beside an operator: a leading sign chooses the operator, the rest is the amount. */
export function splitSign(typed: string, operator: Operator): { operator: Operator; amount: string } {
  const [, sign, amount] = /^\s*([+\-−])(.*)$/s.exec(typed) ?? []
  // A figure copied from a screen has the minus sign.
  return sign ? { operator: sign === '+' ? '+' : '-', amount: amount ?? '' } : { operator, amount: typed }
}

/** The signed number, null when empty, or the text itself when it is no number. */
export function signedBy(operator: Operator, amount: string): number | string | null {
  if (amount.trim() === '') return null
  const number = /^\s*\d/.test(amount) ? numberIn(amount) : amount
  if (typeof number !== 'number') return amount
  return operator === '-' ? -number : number
}
