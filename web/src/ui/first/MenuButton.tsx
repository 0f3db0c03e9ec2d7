import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import type { MenuItem, MenuProps } from './menu-item.ts'

const load = () => import('../late/Menu.tsx')

/** A button that opens a menu of actions. The menu's code is loaded as soon as the button is hovered or focused. */
export function MenuButton({ items, ...look }: ButtonProps & { items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>()
  const opener = useRef<HTMLButtonElement>(null)
  const prepare = () => void load().catch(() => undefined)

  useEffect(() => {
    if (!isOpen || Menu) return
    load().then(
      (code) => setMenu(() => code.Menu),
      // Without signal it can be pressed again.
      () => setOpen(false),
    )
  }, [isOpen, Menu])

  return (
    <>
      <Button
        {...look}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {isOpen && Menu && <Menu items={items} opener={opener.current} onClose={() => setOpen(false)} />}
    </>
  )
}
