/** Forms with unsaved changes ask before they are left, whichever way. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FormInstance } from '../../ui/form/Form.tsx'
import { useDialogHold } from '../feedback/dialog-context.ts'
import { ask } from '../feedback/notices.tsx'
import { isChanged, markSaved, registerForm } from './unsaved.ts'

export { isChanged, markChanged, markSaved } from './unsaved.ts'

/** Asks whether what was entered may be lost. */
export const askToLeave = (): Promise<boolean> =>
  ask({ question: 'Leave without saving? What you entered will be lost.', okText: 'Leave', danger: true })

/** Whether a form may be left: asks when it has unsaved changes. */
export async function mayLeave(form: FormInstance): Promise<boolean> {
  if (!isChanged(form)) return true
  const leave = await askToLeave()
  if (leave) markSaved(form)
  return leave
}

const searchOf = ({ search }: { search: string }) => new URLSearchParams(search)

/** Resolves when the browser is back at the entry it was about to leave. */
const returned = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

/**
 * Asks before a form with unsaved changes is left: by link, Back, closing its dialog, closing the tab. `of` names what in the
 * address the form is of, where another one takes its place on the same page.
 */
export function useLeaveWarning(form: FormInstance, of?: readonly string[]) {
  const { history } = useRouter()
  useDialogHold(() => mayLeave(form))
  useEffect(() => {
    const hide = registerForm(form)
    /** The browser has navigated already: it is sent back first, or the question's own history entry would be lost. */
    async function askAndGo(steps: number) {
      await returned()
      if (await mayLeave(form)) history.go(steps, { ignoreBlocker: true })
    }
    const unblock = history.block({
      async blockerFn({ currentLocation: from, nextLocation: to, action }) {
        const isOther = (key: string) => searchOf(from).get(key) !== searchOf(to).get(key)
        if (!isChanged(form) || (from.pathname === to.pathname && !of?.some(isOther))) return false
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
  }, [form, history, of])
}
