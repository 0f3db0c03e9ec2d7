import type { ComponentProps, ReactNode } from 'react'
import './choice.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean
  /** The words beside it. */
  children?: ReactNode
}

export const Checkbox = ({ checked = false, indeterminate = false, className, children, ...props }: CheckboxProps) => (
  <label className={className ? `choice ${className}` : 'choice'}>
    <input
      {...props}
      type="checkbox"
      className="check"
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
    />
    {children && <span>{children}</span>}
  </label>
)
