import type { ComponentProps } from 'react'
import './choice.css'

/** On or off. */
export const Switch = ({ checked = false, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role'>) => (
  // biome-ignore lint/a11y/useAriaPropsForRole: the browser tells whether a check box is checked
  <input {...props} type="checkbox" role="switch" className="switch" checked={checked} />
)
