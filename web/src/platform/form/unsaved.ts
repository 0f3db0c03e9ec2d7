/** Which forms hold changes that are not with the server yet. */
import type { FormInstance } from 'antd'

const changed = new WeakSet<FormInstance>()
/** The forms that are on the screen. */
const shown = new Set<FormInstance>()

export const markChanged = (form: FormInstance) => {
  changed.add(form)
}
/** Called by `useAction` once the form's values are with the server. */
export const markSaved = (form: FormInstance) => {
  changed.delete(form)
}
export const isChanged = (form: FormInstance): boolean => changed.has(form)

/** The form is on the screen; answers how to say that it is gone, and what was entered with it. */
export function showForm(form: FormInstance): () => void {
  shown.add(form)
  return () => {
    shown.delete(form)
    changed.delete(form)
  }
}

/** Whether anything on the screen would be lost with it. */
export const holdsWork = (): boolean => [...shown].some(isChanged)
