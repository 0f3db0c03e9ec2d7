import { useEffect } from 'react'
import { message } from '../../ui/late/message.tsx'
import type { HostProps, Toast } from './notice-host.ts'

/** Renders toasts; see notices.tsx. */
export default function ToastHost({ onReady }: HostProps<(toast: Toast) => void>) {
  const [api, holder] = message.useMessage({ maxCount: 3 })
  useEffect(() => onReady((toast) => void api.open(toast)), [api, onReady])
  return holder
}
