/**
 * Every dialog of the portal:
 *
 *   <Dialog open={open} onClose={() => setOpen(false)} title={t('Adjust Wallet')}>...</Dialog>
 *   {shown && <Dialog onClose={() => setShown(undefined)} title={...}>...</Dialog>}
 *
 * X, Escape, Back and a click beside it close it, after asking when a form in it has unsaved changes. The focus returns
 * to where it was.
 */

import { useCallback, useMemo, useRef } from 'react'
import { Modal, type ModalProps } from '../../ui/late/Modal.tsx'
import { useFocusReturn } from '../shell/focus-return.ts'
import { settled, useLayer } from '../shell/layers.ts'
import { DialogContext, type DialogTools } from './dialog-context.ts'

export interface DialogProps extends ModalProps {
  onClose: () => void
  /** Open because the address says so: its history entry is removed before the address changes. */
  inAddress?: boolean
}

export function Dialog({ open = true, onClose, inAddress = false, children, afterClose, ...look }: DialogProps) {
  const giveBack = useFocusReturn(open)
  const holders = useRef(new Set<() => Promise<boolean>>())
  const latest = useRef(onClose)
  latest.current = onClose

  const mayClose = useCallback(async () => {
    for (const holder of holders.current) if (!(await holder())) return false
    return true
  }, [])
  const leave = useLayer(open, async () => {
    const may = await mayClose()
    if (may) latest.current()
    return may
  })
  const tools = useMemo(
    (): DialogTools => ({
      async close() {
        if (!(await mayClose())) return
        if (inAddress) {
          leave()
          await settled()
        }
        latest.current()
      },
      hold(holder) {
        holders.current.add(holder)
        return () => void holders.current.delete(holder)
      },
    }),
    [inAddress, leave, mayClose],
  )
  return (
    <Modal
      {...look}
      open={open}
      onClose={tools.close}
      afterClose={() => {
        giveBack()
        afterClose?.()
      }}
    >
      <DialogContext value={tools}>{children}</DialogContext>
    </Modal>
  )
}
