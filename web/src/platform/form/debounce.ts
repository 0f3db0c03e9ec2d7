import { useEffect, useRef, useState } from 'react'

const debounceMs = 500
const restMs = 300

/** Fields whose last keys have not taken effect yet. */
const pending = new Set<() => unknown>()

/**
 * Applies everything typed at once, for actions that depend on the filters on screen. Resolves when the address is
 * updated.
 */
export const flushTyped = () => Promise.all([...pending].map((send) => send()))

/**
 * A field that acts 500 ms after the last key, or at once with `sendNow`. `value` is what it acted on last and may
 * change without the field: going back, clearing the filters. `clean` is applied before anything is sent.
 */
export function useDebouncedField<Value>(
  value: Value,
  onSend: (value: Value) => unknown,
  clean = (typed: Value): Value => typed,
) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  function send(given: Value) {
    const next = clean(given)
    if (next === sent.current) return undefined
    sent.current = next
    return onSend(next)
  }
  const latest = useRef(send)
  latest.current = send

  useEffect(() => {
    const sendNow = () => {
      clearTimeout(timer)
      pending.delete(sendNow)
      return latest.current(typed)
    }
    const timer = setTimeout(sendNow, debounceMs)
    pending.add(sendNow)
    return () => {
      clearTimeout(timer)
      pending.delete(sendNow)
    }
  }, [typed])

  return { typed, setTyped, sendNow: () => send(typed) }
}

/** The text once no key came for a while; `hurry` takes it as it is at once. */
export function useRested(text: string, ms = restMs): { rested: string; hurry: () => void } {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return { rested, hurry: () => setRested(text) }
}
