import { Toasts } from '../../ui/late/Toasts.tsx'
import { type HostProps, type Toast, toldKey } from './notice-host.ts'

/** What was told last, and until when it stands. */
let told = { words: '', until: 0 }

/** A page that loads anew, as after an update, would take along that something was saved: it is told again. */
addEventListener('pagehide', () => {
  if (told.until > Date.now()) sessionStorage.setItem(toldKey, told.words)
})

/** Renders toasts; see notices.tsx. */
export default function ToastHost({ onReady }: HostProps<(toast: Toast) => void>) {
  return (
    <Toasts
      onReady={(show) =>
        onReady((toast) => {
          if (toast.type === 'success') told = { words: toast.content, until: Date.now() + toast.duration * 1000 }
          show(toast)
        })
      }
    />
  )
}
