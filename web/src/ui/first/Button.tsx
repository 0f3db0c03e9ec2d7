import type { ComponentProps, ReactNode } from 'react'
import { BusyIcon } from './icons.ts'
import './button.css'

interface ButtonLook {
  /** Filled for the one act of a region; `text` and `link` stand without a frame, in rows and lines of text. */
  type?: 'primary' | 'default' | 'text' | 'link' | undefined
  danger?: boolean | undefined
  icon?: ReactNode
  size?: 'small' | 'large' | undefined
  /** As wide as its place. */
  block?: boolean
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'type'> {
  htmlType?: 'button' | 'submit' | undefined
  /** It keeps its place and its words, and cannot be pressed again. */
  loading?: boolean | undefined
}

function lookOf({
  type = 'default',
  danger = false,
  size,
  block,
  className,
}: ButtonLook & { className?: string | undefined }) {
  return `btn btn-${type}${danger ? ' btn-danger' : ''}${size ? ` btn-${size}` : ''}${block ? ' btn-block' : ''}${className ? ` ${className}` : ''}`
}

export function Button({
  type,
  danger,
  icon,
  size,
  block,
  htmlType = 'button',
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={htmlType}
      className={lookOf({ type, danger, size, block, className })}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <BusyIcon /> : icon}
      {children !== undefined && children !== null && <span>{children}</span>}
    </button>
  )
}

/** A link that looks like a button. */
export function AnchorButton({
  type,
  danger,
  icon,
  size,
  block,
  className,
  children,
  ...rest
}: ButtonLook & Omit<ComponentProps<'a'>, 'type'>) {
  return (
    <a {...rest} className={lookOf({ type, danger, size, block, className })}>
      {icon}
      {children !== undefined && children !== null && <span>{children}</span>}
    </a>
  )
}
