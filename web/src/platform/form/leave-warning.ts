/** Forms with unsaved changes: who leaves one is asked first, whichever way it is left. */
import { useRouter } from '@tanstack/react-router'
import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { useDialogHold } from '../feedback/dialog-context.ts'
import { ask } from '../feedback/notices.tsx'
import { isChanged, markSaved, showForm } from './unsaved.ts'

export { isChanged, markChanged, markSaved } from './unsaved.ts'

/** Whether a form may be left: asks when it holds unsaved changes. */
export async function mayLeave(form: FormInstance): Promise<boolean> {
  if (!isChanged(form)) return true
  const leave = await ask({
    question: 'Leave without saving? What you entered will be lost.',
    okText: 'Leave',
    danger: true,
  })
  if (leave) markSaved(form)
  return leave
}

/** The browser is back where it was before it was told to leave. */
const returned = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

/** Asks before a form with unsaved changes is left: by link, by going back, with its dialog, by closing the tab. */
export function useLeaveWarning(form: FormInstance) {
  const { history } = useRouter()
  useDialogHold(() => mayLeave(form))
  useEffect(() => {
    const hide = showForm(form)
    /** The browser has gone already: it is sent back first, or the question's own place in its history would be lost. */
    async function askAndGo(steps: number) {
      await returned()
      if (await mayLeave(form)) history.go(steps, { ignoreBlocker: true })
    }
    const unblock = history.block({
      async blockerFn({ currentLocation: from, nextLocation: to, action }) {
        if (!isChanged(form) || from.pathname === to.pathname) return false
        if (action === 'PUSH' || action === 'REPLACE') return !(await mayLeave(form))
        void askAndGo(to.state.__TSR_index - from.state.__TSR_index)
        return true
      },
      enableBeforeUnload: () => isChanged(form),
    })
    return () => {
      unblock()
      hide()
    }
  }, [form, history])
}
