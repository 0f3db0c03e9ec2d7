import { useEffect, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { SearchIcon } from '../ui/first/icons.ts'
import { collectEarlyText } from './early-text.ts'
import type { PageEntry } from './pages.ts'
import './finder-button.css'

const Finder = lazyComponent(() => import('./Finder.tsx'))

/** Opens it, and keeps for it what is typed before it has come. */
function begin(setOpen: (open: true) => void) {
  collectEarlyText()
  setOpen(true)
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const shortcut = isApple ? '⌘ K' : 'Ctrl K'

/** In the header and on Ctrl-K or Cmd-K: finds members and pages. The search itself is loaded on first use. */
export function FinderButton({ pages }: { pages: readonly PageEntry[] }) {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!open) begin(setOpen)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open])

  return (
    <>
      <button
        type="button"
        className="finder-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => begin(setOpen)}
        onPointerEnter={() => void Finder.load()}
      >
        <SearchIcon aria-hidden />
        <span>{t('Find a member or page')}</span> <kbd>{shortcut}</kbd>
      </button>
      {open && <Finder pages={pages} onClose={() => setOpen(false)} />}
    </>
  )
}
