import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from '../../ui/first/Button.tsx'

interface FootMenuProps extends Pick<ButtonProps, 'icon' | 'aria-label' | 'children'> {
  className: string
  /** Names what is opened. */
  label: string
  content: (close: () => void) => ReactNode
}

/** A button at a list's foot that opens something above itself. Every list has some: what they open is drawn when it is. */
export function FootMenu({ className, label, content, ...button }: FootMenuProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const shown = box.current
    if (!open || !shown) return
    // As soon as it is there, and as it grows where its content comes later.
    const watch = new ResizeObserver(() => {
      const at = opener.current?.getBoundingClientRect()
      if (!at) return
      shown.style.top = `${Math.max(8, at.top - shown.offsetHeight - 4)}px`
      shown.style.left = `${Math.max(8, at.right - shown.offsetWidth)}px`
    })
    watch.observe(shown)
    return () => watch.disconnect()
  }, [open])
  return (
    <>
      <Button ref={opener} type="text" size="small" popoverTarget={id} {...button} />
      <section
        ref={box}
        id={id}
        popover="auto"
        className={`row-menu ${className}`}
        aria-label={label}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && content(() => box.current?.hidePopover())}
      </section>
    </>
  )
}
