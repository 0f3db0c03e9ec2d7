/**
 * The text inputs inside a picker. antd drops text it cannot parse; here it stays, more formats are understood, and
 * invalid text goes to the form to be refused with a reason.
 */
import type { Dayjs } from 'dayjs'
import { type ComponentProps, createContext, useContext, useMemo, useState } from 'react'

/** What a picker is for: days, or times of day. */
export interface Kind {
  /** Parses a text to the wire format. */
  read: (text: string) => string | undefined
  isOne: (value: unknown) => value is string
  pick: (value: string) => Dayjs
  write: (picked: Dayjs) => string
}

/** One end of a range, or the only input. Empty is null; invalid text is the text itself. */
export type Entered = string | null

interface End {
  /** Shown in the input instead of the picker's own text. */
  text: string | undefined
  type: (text: string) => void
  commit: () => void
}

const Ends = createContext<readonly End[]>([])

function TypedInput({
  'date-range': place,
  onChange: _,
  onBlur,
  onKeyDown,
  ...rest
}: ComponentProps<'input'> & { 'date-range'?: 'start' | 'end' }) {
  const end = useContext(Ends)[place === 'end' ? 1 : 0]
  return (
    <input
      {...rest}
      value={end?.text ?? rest.value}
      onChange={({ target }) => end?.type(target.value)}
      onBlur={(event) => {
        end?.commit()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        // Enter commits the text; it does not submit the surrounding form.
        if (event.key === 'Enter') {
          end?.commit()
          event.preventDefault()
        }
        onKeyDown?.(event)
      }}
    />
  )
}

const components = { input: TypedInput }
const none: readonly (Dayjs | null)[] = []

/** The inputs of a picker with these `values`; `take` is called with all ends once one was typed or picked. */
export function useTyped(kind: Kind, values: readonly Entered[], take: (values: Entered[]) => void) {
  const [typed, setTyped] = useState<readonly (string | undefined)[]>([])
  // One end of a range may be picked before the other.
  const [picked, setPicked] = useState(none)
  const held = values.map((value, place) => {
    const own = picked[place]
    return own ? kind.write(own) : value
  })
  const [first = null, last = null] = values
  // A new array would reset a half-picked range.
  const both = useMemo((): [Dayjs | null, Dayjs | null] => {
    const shown = (value: Entered) => (kind.isOne(value) ? kind.pick(value) : null)
    return [shown(first), shown(last)]
  }, [kind, first, last])

  function refusedAt(place: number): Entered {
    const value = values[place] ?? null
    return kind.isOne(value) ? null : value
  }
  /** A picker reports both ends though one was picked, and knows nothing of text typed or refused at the other. */
  function entryAt(one: Dayjs | null, place: number): Entered {
    const told = one ? kind.write(one) : refusedAt(place)
    const text = typed[place]
    return text !== undefined && told === (values[place] ?? null) ? entryOf(text) : told
  }
  function settle(next: Entered[]) {
    setTyped([])
    setPicked(none)
    take(next)
  }
  function entryOf(text: string): Entered {
    return text.trim() === '' ? null : (kind.read(text) ?? text)
  }
  const ends = values.map((_, place): End => {
    const text = typed[place]
    return {
      text: text ?? (picked[place] ? undefined : (refusedAt(place) ?? undefined)),
      type: (next) => setTyped((before) => values.map((_, other) => (other === place ? next : before[other]))),
      commit: () => {
        if (text !== undefined) settle(held.with(place, entryOf(text)))
      },
    }
  })
  return {
    ends,
    components,
    both,
    onPick: (days: readonly (Dayjs | null)[]) => settle(days.every((one) => !one) ? [null, null] : days.map(entryAt)),
    onHalfPick: setPicked,
  }
}

export const TypedEnds = Ends.Provider
