import { useEffect, useRef, useState } from 'react'

const debounceMs = 500
const restMs = 300

/** Fields whose last keys have not taken effect yet. */
const waiting = new Set<() => unknown>()

/**
 * Lets everything that was typed take effect at once, for what goes by the filters as they are on the screen. Resolves
 * when the address holds it.
 */
export const sendTyped = () => Promise.all([...waiting].map((send) => send()))

/**
 * A field that acts on what is typed 500 ms after the last key, or at once with `sendNow`. `value` is what it acted on
 * last and may change without the field: going back, clearing the filters. `clean` is applied before anything is sent.
 */
export function useTyping<Value>(
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
      waiting.delete(sendNow)
      return latest.current(typed)
    }
    const timer = setTimeout(sendNow, debounceMs)
    waiting.add(sendNow)
    return () => {
      clearTimeout(timer)
      waiting.delete(sendNow)
    }
  }, [typed])

  return { typed, setTyped, sendNow: () => send(typed) }
}

/** The text, once it has rested for a while. */
export function useRested(text: string, ms = restMs): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return rested
}
