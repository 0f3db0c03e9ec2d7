/**
 * What is typed into a field for a day or a time: several formats are understood, and text that is none goes to the
 * form, which refuses it with a reason.
 */
import { useState } from 'react'

/** What a field is for: days, or times of day. */
export interface Kind {
  /** Parses a text to the wire format. */
  read: (text: string) => string | undefined
  isOne: (value: unknown) => value is string
  /** A value as the field shows it. */
  show: (value: string) => string
}

/** Empty is null; invalid text is the text itself. */
export type Entered = string | null

export function useTyped(kind: Kind, value: Entered, take: (value: Entered) => void) {
  const [typed, setTyped] = useState<string>()
  const held = value !== null && kind.isOne(value) ? kind.show(value) : (value ?? '')
  function enter(next: Entered) {
    setTyped(undefined)
    take(next)
  }
  return {
    text: typed ?? held,
    onType: setTyped,
    onCommit: () => {
      if (typed !== undefined) enter(typed.trim() === '' ? null : (kind.read(typed) ?? typed))
    },
    onPick: enter,
  }
}
