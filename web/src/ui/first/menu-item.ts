import type { HTMLAttributes, ReactElement, ReactNode } from 'react'

/** An entry of a menu of actions. */
export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  onClick?: () => void
  /** Where it leads, as an empty link. */
  link?: ReactElement<HTMLAttributes<HTMLElement>>
}

export interface MenuProps {
  items: readonly MenuItem[]
  /** What opened it: the menu lies below and gives the focus back. */
  opener: HTMLElement | null
  /** Then the first entry has the focus. */
  byKeyboard: boolean
  onClose: () => void
}
