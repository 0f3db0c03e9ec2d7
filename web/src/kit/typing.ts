import { useEffect, useRef, useState } from 'react'

const debounceMs = 500

/**
 * A field that acts on what is typed 500 ms after the last key, or at once with `sendNow`. `value` is what it acted on
 * last and may change without the field: going back, clearing the filters. `clean` is applied before anything is sent.
 */
export function useTyping<Value>(value: Value, onSend: (value: Value) => void, clean = (typed: Value): Value => typed) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  function send(given: Value) {
    const next = clean(given)
    if (next === sent.current) return
    sent.current = next
    onSend(next)
  }
  const latest = useRef(send)
  latest.current = send

  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  return { typed, setTyped, sendNow: () => send(typed) }
}
