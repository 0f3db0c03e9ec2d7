/** What a clerk does in the head at the till: all of it in whole sen. */
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { t } from '../../platform/client/i18n.ts'

/** Sen of an amount as typed (`100`, `100.5`, `1,000.00`, `RM 50`); undefined where it is none. */
export function senIn(typed: string): number | undefined {
  const amount = typed.replace(/^\s*RM/i, '').replaceAll(/[\s,]/g, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(amount) ? sen(amount) : undefined
}

/** Nobody hands over a note more than is needed. */
const largestNote = sen('100')

/** Why what was received cannot be for the price, both in sen; undefined where it can. */
export function receivedProblem(received: number, price: number): string | undefined {
  const texts = { received: formatRM(received), price: formatRM(price) }
  if (received < price)
    return t('{received} is not enough for {price}: {missing} is missing.', {
      ...texts,
      missing: formatRM(price - received),
    })
  // Such as a code that was scanned into the wrong field.
  if (received - price >= largestNote)
    return t('{received} for {price} would be {change} change. Please check what was received.', {
      ...texts,
      change: formatRM(received - price),
    })
  return undefined
}

/** In ringgit. */
const notes = [10, 50, 100]

/** What is likely to be handed over for a price beside the exact sum: the next full tens, fifties and hundreds; in sen. */
export function roundSums(price: number): number[] {
  const sums = notes.map((note) => Math.ceil(price / (note * 100)) * note * 100)
  return [...new Set(sums.filter((sum) => sum > price))]
}
