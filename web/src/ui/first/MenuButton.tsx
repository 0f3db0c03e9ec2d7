import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import type { MenuItem, MenuProps } from './menu-item.ts'

const load = () => import('../late/Menu.tsx')

/** A button that opens a menu of actions. The menu's code is loaded as soon as the button is hovered or focused. */
export function MenuButton({ items, ...look }: ButtonProps & { items: readonly MenuItem[] }) {
  const [open, setOpen] = useState<'by pointer' | 'by keyboard'>()
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>()
  const opener = useRef<HTMLButtonElement>(null)
  const prepare = () => void load().catch(() => undefined)

  useEffect(() => {
    if (!open || Menu) return
    load().then(
      (code) => setMenu(() => code.Menu),
      // Without signal it can be pressed again.
      () => setOpen(undefined),
    )
  }, [open, Menu])

  return (
    <>
      <Button
        {...look}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        // A click without a pointer press comes from the keyboard.
        onClick={({ detail }) => setOpen(open ? undefined : detail > 0 ? 'by pointer' : 'by keyboard')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen('by keyboard')
        }}
      />
      {open && Menu && (
        <Menu
          items={items}
          opener={opener.current}
          byKeyboard={open === 'by keyboard'}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
