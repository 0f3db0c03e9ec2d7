import { useEffect, useState } from 'react'
import type { FormInstance } from '../../ui/form/Form.tsx'

/** Holds what is submitted while something is read that its rules depend on, and submits the form again then. */
export function useSubmitOnceRead(form: FormInstance, isReading: boolean) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isHeld || isReading) return
    setHeld(false)
    form.submit()
  }, [isHeld, isReading, form])
  return { isHeld, hold: () => setHeld(true) }
}
