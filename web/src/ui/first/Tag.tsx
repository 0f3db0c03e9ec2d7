import type { ReactNode } from 'react'
import './tag.css'

export type TagColor = 'success' | 'warning' | 'error' | 'processing' | 'default'

/** A state in one word, on its tint. */
export const Tag = ({ color = 'default', children }: { color?: TagColor; children: ReactNode }) => (
  <span className={`tag tag-${color}`}>{children}</span>
)
