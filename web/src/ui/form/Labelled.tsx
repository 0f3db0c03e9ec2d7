import { cloneElement, type ReactElement, type ReactNode, type RefObject } from 'react'
import { CircleAlertIcon } from '../first/icons.ts'
import './form.css'

export interface Shown {
  label?: string
  /** Marked as such; a field of a form is so by its rules. */
  required?: boolean
  /** A note below the control. */
  extra?: ReactNode
  hidden?: boolean
}

/** Receives its id and what a screen reader says of it. */
export type Control = ReactElement<Record<string, unknown>>

type Optional<Part> = { [Key in keyof Part]: Part[Key] | undefined }

interface LabelledProps extends Optional<Shown> {
  /** The control's. */
  id: string
  /** What is wrong with it. */
  errors?: string | readonly string[] | undefined
  place?: RefObject<HTMLDivElement | null>
  children: Control
}

/** A control with its label, and what is wrong with it. */
export function Labelled({
  id,
  label,
  required = false,
  extra,
  hidden = false,
  errors = [],
  place,
  children,
}: LabelledProps) {
  const told = typeof errors === 'string' ? [errors] : errors
  const isWrong = told.length > 0
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
            {told.map((error) => (
              <span key={error}>{error}</span>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}
