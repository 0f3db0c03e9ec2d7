export interface Toast {
  type: 'success' | 'error' | 'warning' | 'info'
  content: string
  key: string
  duration: number
}

/** A host calls this with its API once it is mounted. */
export interface HostProps<Tool> {
  onReady: (tool: Tool) => void
}
