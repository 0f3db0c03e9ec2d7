/** The values of a form are kept by @rc-component/form; here is where its fields stand on the page. */
import { type FormInstance as Store, useForm as useStore } from '@rc-component/form'
import { createContext, useContext, useMemo } from 'react'
import { type WrongFields, wrongFields } from './wrong-fields.ts'

export interface FormInstance extends Store {
  /** The ids of its fields begin with it; set by the form that is drawn. */
  name?: string | undefined
  wrong: WrongFields
  /** Brings a field into sight, with the cursor in it. */
  focusField: (name: Path) => void
}

type Path = string | number | readonly (string | number)[]

/** The id of a field's control. */
export const fieldId = (form: string | undefined, path: Path): string =>
  [...(form ? [form] : []), ...(typeof path === 'object' ? path : [path])].join('_')

const focusable = ':is(input:not([type="file"]), textarea, select, button, [tabindex]):enabled'

/** Of a group, the chosen one or the first; of a file, the button beside its input, which is hidden. */
export function focusControl(id: string) {
  const control = document.getElementById(id)
  if (!control) return
  control.closest('.form-item')?.scrollIntoView({ block: 'nearest' })
  const group = control.matches('[type="file"]') ? control.parentElement : control
  const inside = group?.querySelector<HTMLElement>(':checked') ?? group?.querySelector<HTMLElement>(focusable)
  const target = control.matches(focusable) ? control : inside
  target?.focus({ preventScroll: true })
}

/** A form's instance: `given`, or a new one. */
export function useForm(given?: FormInstance): [FormInstance] {
  const [store] = useStore()
  const own = useMemo(() => {
    const form: FormInstance = {
      ...store,
      wrong: wrongFields(),
      focusField: (name) => focusControl(fieldId(form.name, name)),
    }
    return form
  }, [store])
  return [given ?? own]
}

export const FormContext = createContext<FormInstance | undefined>(undefined)

/** The instance of the surrounding form. */
export function useFormInstance(): FormInstance {
  const form = useContext(FormContext)
  if (!form) throw new Error('There is no form around this.')
  return form
}
