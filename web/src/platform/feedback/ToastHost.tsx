import { Toasts } from '../../ui/late/Toasts.tsx'
import type { HostProps, Toast } from './notice-host.ts'

/** Renders toasts; see notices.tsx. */
export default function ToastHost({ onReady }: HostProps<(toast: Toast) => void>) {
  return <Toasts onReady={onReady} />
}
