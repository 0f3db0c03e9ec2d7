/** Whether what asks for something is still on screen: an answer may come when it is not. */
import { type RefObject, useEffect, useRef } from 'react'

export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
