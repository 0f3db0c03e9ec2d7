import { createContext, useContext, useEffect, useRef } from 'react'

/** Of the dialog around a form. */
export interface DialogTools {
  /** Closes it unless something in it asks to stay. */
  close: () => void
  /** Asked before it is closed: false stays. Answers how to be asked no longer. */
  hold: (mayClose: () => Promise<boolean>) => () => void
}

export const DialogContext = createContext<DialogTools | undefined>(undefined)

/** Closes the dialog around, as its X does; none outside of dialogs. */
export const useCloseDialog = (): (() => void) | undefined => useContext(DialogContext)?.close

/** Has the dialog around ask before it closes. */
export function useDialogHold(mayClose: () => Promise<boolean>): void {
  const dialog = useContext(DialogContext)
  const latest = useRef(mayClose)
  latest.current = mayClose
  useEffect(() => dialog?.hold(() => latest.current()), [dialog])
}
