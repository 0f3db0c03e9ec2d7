import { Toasts } from '../../ui/late/Toasts.tsx'
import type { HostProps, Toast } from './notice-host.ts'

/** Where the browser's session keeps what a page told as it was left. */
const toldKey = 'told'
/** What was told last, and until when it stands. */
let told = { words: '', until: 0 }

/** A page that loads anew, as after an update, would take along that something was saved: it is told again. */
addEventListener('pagehide', () => {
  if (told.until > Date.now()) sessionStorage.setItem(toldKey, told.words)
})

/** Renders toasts; see notices.tsx. Mounted once the page is idle, it tells what the page before it could not. */
export default function ToastHost({ onReady }: HostProps<(toast: Toast) => void>) {
  function ready(show: (toast: Toast) => void) {
    function open(toast: Toast) {
      if (toast.type === 'success') told = { words: toast.content, until: Date.now() + toast.duration * 1000 }
      show(toast)
    }
    onReady(open)
    const words = sessionStorage.getItem(toldKey)
    if (!words) return
    sessionStorage.removeItem(toldKey)
    open({ type: 'success', content: words, key: words, duration: 3 })
  }
  return <Toasts onReady={ready} />
}
