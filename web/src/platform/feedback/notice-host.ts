import type { ReactNode } from 'react'

export type { Toast } from '../../ui/late/Toasts.tsx'

/** A question as it is shown; what follows it waits for `onAnswer`. */
export interface Posed {
  title: string
  content?: ReactNode
  okText: string
  danger: boolean
  isRefused: boolean
  width?: number | undefined
  onYes?: (() => Promise<unknown>) | undefined
  onAnswer: (agreed: boolean) => void
}

/** A host calls this with its API once it is mounted. */
export interface HostProps<Tool> {
  onReady: (tool: Tool) => void
}
