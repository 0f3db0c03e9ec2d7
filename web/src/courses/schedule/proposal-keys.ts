import type { Proposed } from '@academy/contract/courses/preview.ts'

const slotOf = ({ date, duration }: Pick<Proposed, 'date' | 'duration'>) => `${date} ${duration}`

/**
 * A key of each proposal: a date may have lost two classes, also two of one time. Those alike are counted from the last, because
 * the first of them is made up for first, and the others keep their keys.
 */
export const keysOf = (items: readonly Pick<Proposed, 'date' | 'duration'>[]): string[] =>
  items.map((item, index) => {
    const slot = slotOf(item)
    return `${slot} ${items.slice(index + 1).filter((other) => slotOf(other) === slot).length}`
  })
