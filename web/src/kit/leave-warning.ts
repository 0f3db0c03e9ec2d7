import { useBlocker } from '@tanstack/react-router'
import type { FormInstance } from 'antd'
import { useEffect } from 'react'
import { ask } from './notices.tsx'

const changed = new WeakSet<FormInstance>()
export const markChanged = (form: FormInstance) => {
  changed.add(form)
}
/** Called by `useSend` once the form's values are with the server. */
export const markSaved = (form: FormInstance) => {
  changed.delete(form)
}

export const isChanged = (form: FormInstance): boolean => changed.has(form)

/** Whether a form may be left: asks when it holds unsaved changes. For dialogs, which the router does not know. */
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

/** Asks before a form with unsaved changes is left: by link, by going back, by closing the tab. */
export function useLeaveWarning(form: FormInstance) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!changed.has(form) || current.pathname === next.pathname) return false
      return !(await mayLeave(form))
    },
    enableBeforeUnload: () => changed.has(form),
  })
  useEffect(() => () => markSaved(form), [form])
}
