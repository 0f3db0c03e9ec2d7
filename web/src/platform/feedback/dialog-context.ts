import { createContext, useContext, useEffect, useRef } from 'react'

/** The dialog around a form. */
export interface DialogTools {
  /** Closes it unless something in it objects. */
  close: () => void
  /** Registers a check before closing; false keeps it open. Returns the function that removes the check. */
  hold: (mayClose: () => Promise<boolean>) => () => void
}

export const DialogContext = createContext<DialogTools | undefined>(undefined)

/** Closes the surrounding dialog as its X does; undefined outside of dialogs. */
export const useCloseDialog = (): (() => void) | undefined => useContext(DialogContext)?.close

/** Makes the surrounding dialog ask before it closes. */
export function useDialogHold(mayClose: () => Promise<boolean>): void {
  const dialog = useContext(DialogContext)
  const latest = useRef(mayClose)
  latest.current = mayClose
  useEffect(() => dialog?.hold(() => latest.current()), [dialog])
}
