import { Toasts } from '../../ui/late/Toasts.tsx'
import type { HostProps, Toast } from './notice-host.ts'

/** Where the browser's session keeps what a page told as it was left. */
const toldKey = 'told'
const recentMs = 10_000
/** What was told last, and when. */
let told = { words: '', at: 0 }

/** The router notes here that it loads a page anew, since an update took its code away. */
const reloads = () => Object.keys(sessionStorage).filter((key) => key.startsWith('tanstack_router_reload:')).length
const reloadsBefore = reloads()

/** Such a page would take along that something was saved: it is told again. */
addEventListener('pagehide', () => {
  if (reloads() > reloadsBefore && told.at > Date.now() - recentMs) sessionStorage.setItem(toldKey, told.words)
})

/** Renders toasts; see notices.tsx. Mounted once the page is idle, it tells what the page before it could not. */
export default function ToastHost({ onReady }: HostProps<(toast: Toast) => void>) {
  function ready(show: (toast: Toast) => void) {
    function open(toast: Toast) {
      if (toast.type === 'success') told = { words: toast.content, at: Date.now() }
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
