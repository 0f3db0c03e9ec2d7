/** Frameless buttons for list rows: antd's look on a plain element, at a fraction of the rendering cost. */

import type { ComponentProps, ReactNode } from 'react'
import type { ButtonProps } from '../../ui/first/Button.tsx'
import { BusyIcon } from '../../ui/first/icons.ts'
import { useThemeScope } from '../shell/appearance.ts'

interface PlainLook {
  type: 'link' | 'text'
  danger?: boolean | undefined
  icon?: ReactNode
}

export interface PlainButtonProps extends PlainLook, Omit<ComponentProps<'button'>, 'type'> {
  loading?: boolean | undefined
  /** Beside the content, not part of it. */
  note?: ReactNode
}

/** What only antd's own button supports. */
const special = ['color', 'variant', 'size', 'shape', 'block', 'ghost', 'href', 'htmlType'] as const

/** The properties for a plain button, or undefined when antd's is needed. */
export function plainProps(props: ButtonProps): PlainButtonProps | undefined {
  const { type, loading } = props
  const isPlain = (type === 'link' || type === 'text') && typeof loading !== 'object'
  return isPlain && !special.some((name) => props[name]) ? (props as PlainButtonProps) : undefined
}

function useLook({ type, danger = false }: PlainLook, className: string | undefined, states: string): string {
  const color = danger ? 'dangerous' : type === 'link' ? 'link' : 'default'
  const look = `ant-btn ${useThemeScope()} ant-btn-${type} ant-btn-color-${color} ant-btn-variant-${type}`
  return `${look}${danger ? ' ant-btn-dangerous' : ''} ${states} ${className ?? ''}`
}

const Content = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <>
    {icon && <span className="ant-btn-icon">{icon}</span>}
    {children && <span>{children}</span>}
  </>
)

export function PlainButton({ loading = false, note, ...props }: PlainButtonProps) {
  const { type, danger, icon, className, children, onClick, ...rest } = props
  const look = useLook(props, className, `${loading ? 'ant-btn-loading' : ''} ${children ? '' : 'ant-btn-icon-only'}`)
  return (
    <button {...rest} type="button" className={look} onClick={loading ? undefined : onClick}>
      <Content icon={loading ? <BusyIcon /> : icon}>{children}</Content>
      {note}
    </button>
  )
}

export function PlainLink(props: PlainLook & Omit<ComponentProps<'a'>, 'type'>) {
  const { type, danger, icon, className, children, ...rest } = props
  return (
    <a {...rest} className={useLook(props, className, children ? '' : 'ant-btn-icon-only')}>
      <Content icon={icon}>{children}</Content>
    </a>
  )
}
