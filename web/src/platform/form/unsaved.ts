/** Which forms have unsaved changes. */
import type { FormInstance } from '../../ui/form/Form.tsx'

const changed = new WeakSet<FormInstance>()
/** The forms on screen. */
const shown = new Set<FormInstance>()

export const markChanged = (form: FormInstance) => {
  changed.add(form)
}
/** Called by `useAction` once the form's values are saved. */
export const markSaved = (form: FormInstance) => {
  changed.delete(form)
}
export const isChanged = (form: FormInstance): boolean => changed.has(form)

/** Registers a form on screen; returns the function that removes it and its changes. */
export function registerForm(form: FormInstance): () => void {
  shown.add(form)
  return () => {
    shown.delete(form)
    changed.delete(form)
  }
}

/** Whether any form on screen has unsaved changes. */
export const hasUnsavedWork = (): boolean => [...shown].some(isChanged)
