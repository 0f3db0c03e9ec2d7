export interface Toast {
  type: 'success' | 'error' | 'warning' | 'info'
  content: string
  key: string
  duration: number
}

/** What draws toasts or questions hands out its tool once it stands. */
export interface HostProps<Tool> {
  onReady: (tool: Tool) => void
}
