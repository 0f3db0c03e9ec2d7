import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { Button } from './Button.tsx'
import { AlertIcon, CircleCheckIcon, CloseIcon, InfoIcon } from './icons.ts'
import './alert.css'

type Kind = 'success' | 'info' | 'warning' | 'error'
const icons = { success: CircleCheckIcon, info: InfoIcon, warning: AlertIcon, error: AlertIcon }

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  type: Kind
  /** What is so. */
  title: ReactNode
  /** What it means, and what to do. */
  description?: ReactNode
  /** A button at its right. */
  action?: ReactNode
  /** Shows an X that calls this. */
  onClose?: () => void
}

/** What a page has to say beside its content. Warnings and errors are announced at once, the others when there is time. */
export function Alert({ type, title, description, action, onClose, className = '', ...rest }: AlertProps) {
  const Icon = icons[type]
  return (
    <div
      role={type === 'warning' || type === 'error' ? 'alert' : 'status'}
      {...rest}
      className={`alert alert-${type} ${className}`}
    >
      <Icon />
      <div className="alert-words">
        <div className={description ? 'alert-title' : ''}>{title}</div>
        {description && <div>{description}</div>}
      </div>
      {action}
      {onClose && <Button type="text" size="small" icon={<CloseIcon />} aria-label={t('Close')} onClick={onClose} />}
    </div>
  )
}
