import { type RefObject, useEffect, useRef } from 'react'

/** A box with more than it shows can be scrolled with the arrow keys: it takes the focus then. */
export function useScrollableByKey(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const follow = () => {
      const beyond = box.scrollWidth - box.clientWidth
      if (beyond > 0 || box.scrollHeight > box.clientHeight) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
      // What stays in sight throws a shadow on what goes under it.
      box.classList.toggle('more-before', box.scrollLeft > 0)
      box.classList.toggle('more-behind', box.scrollLeft < beyond - 1)
    }
    const watcher = new ResizeObserver(follow)
    watcher.observe(box)
    if (box.firstElementChild) watcher.observe(box.firstElementChild)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      watcher.disconnect()
      box.removeEventListener('scroll', follow)
    }
  }, [])
  return frame
}
