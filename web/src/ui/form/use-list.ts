/** What a list field knows and does: whether its list is open, what was typed, which option is active, the keys. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

export type Value = string | number

export interface Option<V extends Value = Value> {
  value: V
  label: string
  /** The second line: what tells it from another of that label, or why it cannot be chosen. */
  note?: ReactNode
  /** What typed text is looked for in, where that is more than the label. */
  search?: string
  disabled?: boolean
}

interface ListState<V extends Value> {
  options: readonly Option<V>[]
  chosen: readonly V[]
  several: boolean
  searchable: boolean
  /** The options are the caller's answer to the typed text. */
  onSearch: ((text: string) => void) | undefined
  onOpen: (() => void) | undefined
  /** Whether the list is on the screen: its code may still be loading. */
  isShown: () => boolean
  change: (chosen: V[]) => void
}

/** The element of an option, by its list's id. */
export const optionId = (list: string, value: Value) => `${list}-${value}`

const pageSize = 10
/** Letters typed within this time belong together where a list cannot be searched. */
const letterMs = 700

const includes = (option: Option, text: string) =>
  (option.search ?? option.label).toLowerCase().includes(text.trim().toLowerCase())

export function useList<V extends Value>(state: ListState<V>) {
  const { chosen, several, searchable, onSearch } = state
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [pointed, setPointed] = useState<V>()
  const letters = useRef({ text: '', at: 0 })

  const isFiltered = searchable && !onSearch && Boolean(typed)
  const options = isFiltered ? state.options.filter((option) => includes(option, typed ?? '')) : state.options
  const active =
    options.find(({ value }) => value === pointed) ??
    (typed ? undefined : options.find(({ value }) => chosen.includes(value))) ??
    options.find(({ disabled }) => !disabled)

  function show() {
    setOpen(true)
    state.onOpen?.()
  }
  function close() {
    setOpen(false)
    setPointed(undefined)
    search(undefined)
  }
  function search(text: string | undefined) {
    if (text !== typed) onSearch?.(text ?? '')
    setTyped(text)
  }
  function type(text: string) {
    search(text)
    setPointed(undefined)
    if (!open) show()
  }
  function choose({ value, disabled }: Option<V>) {
    if (disabled) return
    if (!several) {
      state.change([value])
      return close()
    }
    state.change(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
    search(undefined)
    setPointed(value)
  }
  function move(by: number) {
    const from = active ? options.indexOf(active) : -1
    const isStep = Math.abs(by) === 1
    const to = from < 0 && by < 0 ? options.length - 1 : from + by
    const place = isStep ? (to + options.length) % options.length : Math.min(Math.max(to, 0), options.length - 1)
    setPointed(options[place]?.value)
  }
  /** As in a native list: the next option that begins with the letters. */
  function jump(letter: string) {
    const now = Date.now()
    const before = now - letters.current.at < letterMs ? letters.current.text : ''
    const text = before + letter.toLowerCase()
    letters.current = { text, at: now }
    const from = active ? options.indexOf(active) + (text.length === 1 && open ? 1 : 0) : 0
    const ordered = [...options.slice(from), ...options.slice(0, from)]
    const found = ordered.find(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(text))
    if (found) setPointed(found.value)
  }

  const moves: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(pageSize),
    PageUp: () => move(-pageSize),
    // In a text they are the caret's.
    ...(typed ? {} : { Home: () => move(-options.length), End: () => move(options.length) }),
  }

  /** True when the key was the list's. */
  function takes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (several && key === 'Backspace' && !typed && chosen.length > 0) {
      state.change(chosen.slice(0, -1))
      return true
    }
    if (!searchable && isLetter && key !== ' ') {
      if (!open) show()
      jump(key)
      return true
    }
    if (!open) {
      const isOpening = ['ArrowDown', 'ArrowUp', 'Enter'].includes(key) || (key === ' ' && !searchable)
      if (isOpening) show()
      return isOpening
    }
    if (key === 'Enter' || (key === ' ' && !searchable)) {
      if (active && state.isShown()) choose(active)
      return true
    }
    if (key === 'Escape') close()
    else if (moves[key]) moves[key]()
    else return false
    return true
  }
  function onKeyDown(event: KeyboardEvent) {
    // An input method uses Enter and the arrows itself.
    if (event.nativeEvent.isComposing || !takes(event)) return
    event.preventDefault()
    // Escape closes the list, not the dialog it lies in.
    event.stopPropagation()
  }

  return { open, options, active, typed, show, close, type, choose, point: setPointed, onKeyDown }
}
