/** Which fields of a form are wrong, for its summary: each field tells, in the order of the page. */
import { useSyncExternalStore } from 'react'

interface Item {
  place: () => Element | null
  id: string
  label: string
  isWrong: boolean
}

interface Wrong {
  /** How often the form was refused since all was right. */
  refusals: number
  /** How many fields the form has. */
  of: number
  fields: readonly Item[]
}

export function wrongFields() {
  const items = new Map<string, Item>()
  const listeners = new Set<() => void>()
  let now: Wrong = { refusals: 0, of: 0, fields: [] }

  function tell(refusals: number) {
    const fields = [...items.values()].filter(({ isWrong }) => isWrong).sort(byPlace)
    now = { refusals, of: items.size, fields }
    for (const listener of listeners) listener()
  }
  function change() {
    const isStill = [...items.values()].some(({ isWrong }) => isWrong)
    tell(isStill ? now.refusals : 0)
  }
  return {
    put(key: string, item: Item) {
      const { isWrong = false } = items.get(key) ?? {}
      items.set(key, item)
      if (isWrong || item.isWrong) change()
    },
    remove(key: string) {
      if (items.get(key)?.isWrong) {
        items.delete(key)
        change()
      } else items.delete(key)
    },
    /** The form was sent and did not go. */
    refuse: () => tell(now.refusals + 1),
    read: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type WrongFields = ReturnType<typeof wrongFields>

function byPlace(one: Item, other: Item): number {
  const [first, second] = [one.place(), other.place()]
  return first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
}

/** The wrong fields of a form that was refused; none before. */
export function useRefused({ subscribe, read }: WrongFields): Wrong {
  const wrong = useSyncExternalStore(subscribe, read)
  return wrong.refusals > 0 ? wrong : { ...wrong, fields: [] }
}
