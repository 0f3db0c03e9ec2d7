import { Field, type FieldProps } from '@rc-component/form'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CircleAlertIcon } from '../first/icons.ts'
import { fieldId, useFormInstance } from './form-instance.ts'

interface Shown {
  label?: string
  /** Marked as such; without it as its rules say. */
  required?: boolean
  /** A note below the control. */
  extra?: ReactNode
  hidden?: boolean
}

type Control = ReactElement<Record<string, unknown>>

interface NamedProps
  extends Shown,
    Pick<FieldProps, 'name' | 'rules' | 'dependencies' | 'validateFirst' | 'valuePropName' | 'initialValue'> {
  /** Receives id, value and onChange. */
  children: Control
}

interface LooseProps extends Shown {
  /** The control's id. */
  htmlFor: string
  /** What is wrong with it. */
  problem?: string | undefined
  children: Control
}

/** A labelled control: of the form's value of that `name`, or one that keeps its value elsewhere. */
export function FormItem(props: NamedProps | LooseProps) {
  if ('htmlFor' in props) {
    const { htmlFor, problem, children, ...shown } = props
    return (
      <Labelled {...shown} id={htmlFor} errors={problem ? [problem] : []}>
        {children}
      </Labelled>
    )
  }
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
  const errors = useSettled(meta)
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

/** The errors of the last check: while the next one runs, none are known. */
function useSettled({ errors, validating }: Meta): string[] {
  const [settled, settle] = useState(errors)
  if (!validating && settled !== errors) settle(errors)
  return validating ? settled : errors
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

interface LabelledProps extends Optional<Shown> {
  id: string
  errors: readonly string[]
  place?: React.RefObject<HTMLDivElement | null>
  children: Control
}

function Labelled({ id, label, required = false, extra, hidden = false, errors, place, children }: LabelledProps) {
  const isWrong = errors.length > 0
  const described = [isWrong && `${id}_help`, extra && `${id}_extra`].filter(Boolean).join(' ')
  return (
    <div className="form-item" hidden={hidden} ref={place}>
      {label && (
        <label id={`${id}_label`} htmlFor={id} className={required ? 'required' : undefined}>
          {label}
        </label>
      )}
      {cloneElement(children, {
        id,
        ...(required ? { 'aria-required': true } : {}),
        ...(isWrong ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {extra && (
        <div id={`${id}_extra`} className="form-extra">
          {extra}
        </div>
      )}
      {isWrong && (
        <div id={`${id}_help`} role="alert" className="form-problem">
          <CircleAlertIcon aria-hidden />
          <span>
            {errors.map((error) => (
              <span key={error}>{error}</span>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}
