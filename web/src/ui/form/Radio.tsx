import { type AriaAttributes, type ReactNode, useId } from 'react'
import './choice.css'

interface RadioGroupProps<Value> extends AriaAttributes {
  id?: string
  className?: string
  /** As one line of buttons. */
  buttons?: boolean
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  /** Both come from the form inside of a Form.Item. */
  value?: Value | undefined
  onChange?: (value: Value) => void
}

/** One of several. */
export function RadioGroup<Value extends string | boolean>(props: RadioGroupProps<Value>) {
  const { id, className, buttons = false, options, value: chosen, onChange, ...aria } = props
  const name = useId()
  const look = buttons ? 'segments' : 'choices'
  return (
    <div
      // A label cannot be for a group; that of the form is tied by its id.
      {...(id && !aria['aria-label'] ? { 'aria-labelledby': `${id}_label` } : {})}
      {...aria}
      {...(id ? { id } : {})}
      role="radiogroup"
      className={className ? `${look} ${className}` : look}
    >
      {options.map(({ value, label, disabled = false }) => (
        <label key={String(value)} className={buttons ? 'segment' : 'choice'}>
          <input
            type="radio"
            className={buttons ? undefined : 'check'}
            name={name}
            checked={value === chosen}
            disabled={disabled}
            onChange={() => onChange?.(value)}
          />
          {/* Of a button the input lies over the words, so that whoever presses either presses the radio. */}
          {buttons ? label : <span>{label}</span>}
        </label>
      ))}
    </div>
  )
}
