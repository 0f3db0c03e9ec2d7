/** Forms with unsaved changes: who leaves one is asked first, whichever way it is left. */
import { useRouter } from '@tanstack/react-router'
import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { useDialogHold } from './dialog-context.ts'
import { ask } from './notices.tsx'

const changed = new WeakSet<FormInstance>()
/** The forms that are on the screen. */
const shown = new Set<FormInstance>()

export const markChanged = (form: FormInstance) => {
  changed.add(form)
}
/** Called by `useSend` once the form's values are with the server. */
export const markSaved = (form: FormInstance) => {
  changed.delete(form)
}

export const isChanged = (form: FormInstance): boolean => changed.has(form)

/** Whether anything on the screen would be lost with it. */
export const holdsWork = (): boolean => [...shown].some(isChanged)

/** Whether a form may be left: asks when it holds unsaved changes. */
export async function mayLeave(form: FormInstance): Promise<boolean> {
  if (!changed.has(form)) return true
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
    shown.add(form)
    /** The browser has gone already: it is sent back first, or the question's own place in its history would be lost. */
    async function askAndGo(steps: number) {
      await returned()
      if (await mayLeave(form)) history.go(steps, { ignoreBlocker: true })
    }
    const unblock = history.block({
      async blockerFn({ currentLocation: from, nextLocation: to, action }) {
        if (!changed.has(form) || from.pathname === to.pathname) return false
        if (action === 'PUSH' || action === 'REPLACE') return !(await mayLeave(form))
        void askAndGo(to.state.__TSR_index - from.state.__TSR_index)
        return true
      },
      enableBeforeUnload: () => changed.has(form),
    })
    return () => {
      unblock()
      shown.delete(form)
      markSaved(form)
    }
  }, [form, history])
}
