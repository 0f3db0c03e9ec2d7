/** Receipts as the lines of a consolidated e-Invoice. */

export interface Receipt {
  orNo: string
  /** Sen. */
  amount: number
}

/** Receipts whose numbers follow each other without a gap. */
export interface Chain {
  first: string
  last: string
  receipts: number
  /** Sen. */
  amount: number
}

const numbered = /^(.*?)(\d+)(\D*)$/

/** Whether a number is the next one: the same words, and one more. */
export function follows(before: string, after: string): boolean {
  const [, words, number, end] = numbered.exec(before) ?? []
  const [, wordsAfter, numberAfter, endAfter] = numbered.exec(after) ?? []
  if (number === undefined || numberAfter === undefined || words !== wordsAfter || end !== endAfter) return false
  return BigInt(numberAfter) === BigInt(number) + 1n && numberAfter.length >= number.length
}

/** In the order of their numbers as they were issued: by length first, so that 10 comes after 9. */
const inOrder = (one: Receipt, other: Receipt) =>
  one.orNo.length - other.orNo.length || (one.orNo < other.orNo ? -1 : one.orNo > other.orNo ? 1 : 0)

/**
 * The chains of a month's receipts. A receipt that is left out breaks one, and so does a number with another day, year or
 * word in it. `days` are the receipts of each day, in order.
 */
export function chainsOf(days: readonly (readonly Receipt[])[]): Chain[] {
  const chains: Chain[] = []
  for (const { orNo, amount } of days.flatMap((day) => day.toSorted(inOrder))) {
    const current = chains.at(-1)
    if (current && follows(current.last, orNo)) {
      current.last = orNo
      current.receipts++
      current.amount += amount
    } else chains.push({ first: orNo, last: orNo, receipts: 1, amount })
  }
  return chains
}
