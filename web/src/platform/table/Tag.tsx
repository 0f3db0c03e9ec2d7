import type { ReactNode } from 'react'
import { useThemeScope } from '../shell/appearance.ts'

export type TagColor = 'success' | 'warning' | 'error' | 'processing' | 'default'

/** A word on a coloured ground: antd's look on a plain element, for lists have one in every row. */
export const Tag = ({ color, children }: { color: TagColor; children: ReactNode }) => (
  <span className={`ant-tag ant-tag-filled ant-tag-${color} ${useThemeScope()}`}>{children}</span>
)
