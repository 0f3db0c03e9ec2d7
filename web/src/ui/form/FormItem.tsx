import { Field, type FieldProps } from '@rc-component/form'
import { cloneElement, useEffect, useId, useRef, useState } from 'react'
import { fieldId, useFormInstance } from './form-instance.ts'
import { type Control, Labelled, type Shown } from './Labelled.tsx'

interface NamedProps
  extends Shown,
    Pick<FieldProps, 'name' | 'rules' | 'dependencies' | 'validateFirst' | 'valuePropName' | 'initialValue'> {
  /** Receives id, value and onChange. */
  children: Control
}

/** A labelled control of the form's value of that `name`; one that keeps its value elsewhere is `Labelled`. */
export function FormItem(props: NamedProps) {
  const { label, required, extra, hidden, children, ...field } = props
  const shown = { label, required: required ?? field.rules?.some(isRequiring), extra, hidden }
  return (
    <Field {...field}>
      {(control, meta) => (
        <Named {...shown} control={control} meta={meta}>
          {children}
        </Named>
      )}
    </Field>
  )
}

const isRequiring = (rule: unknown) => typeof rule === 'object' && rule !== null && 'required' in rule && rule.required

type Optional<Part> = { [Key in keyof Part]: Part[Key] | undefined }
type Meta = Parameters<Extract<FieldProps['children'], (...given: never[]) => unknown>>[1]

interface FieldInForm extends Optional<Shown> {
  control: Record<string, unknown>
  meta: Meta
  children: Control
}

function Named({ control, meta, children, ...shown }: FieldInForm) {
  const { name, wrong } = useFormInstance()
  const key = useId()
  const id = fieldId(name, meta.name)
  const errors = useLastErrors(meta)
  const place = useRef<HTMLDivElement>(null)
  const isWrong = errors.length > 0
  const { label = '' } = shown
  useEffect(() => wrong.put(key, { place: () => place.current, id, label, isWrong }), [wrong, key, id, label, isWrong])
  useEffect(() => () => wrong.remove(key), [wrong, key])
  return (
    <Labelled {...shown} place={place} id={id} errors={errors}>
      {cloneElement(children, { ...control, ...bothOf(control, children.props) })}
    </Labelled>
  )
}

/** The errors of the last check; they stay while the next one runs. */
function useLastErrors({ errors, validating }: Meta): string[] {
  const [last, setLast] = useState(errors)
  if (!validating && last !== errors) setLast(errors)
  return validating ? last : errors
}

/** The form hears of a change first, then the one who drew the control. */
const bothOf = (control: Record<string, unknown>, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(control).flatMap(([name, ofForm]) => {
      const ofCaller = given[name]
      if (typeof ofForm !== 'function' || typeof ofCaller !== 'function') return []
      return [
        [
          name,
          (...told: unknown[]) => {
            ofForm(...told)
            ofCaller(...told)
          },
        ],
      ]
    }),
  )
