import { Menu as Base } from '@base-ui/react/menu'
import { useRef } from 'react'
import type { MenuItem, MenuProps } from '../first/menu-item.ts'
import './menu.css'

/** A menu of actions; arrows and first letters walk through it. Placed by what opened it, see first/MenuButton.tsx. */
export function Menu({ items, opener, byKeyboard, onClose }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      modal={false}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen && byKeyboard) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
      }}
      onOpenChange={(open, { event }) => {
        // A press on its button closes it there.
        if (!open && !(event.target instanceof Node && opener?.contains(event.target))) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner className="menu-place" anchor={opener} align="end" sideOffset={4}>
          <Base.Popup
            ref={popup}
            className="menu"
            finalFocus={() => opener}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              onClose()
            }}
          >
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  const { label, icon, onClick, link, danger = false, reason } = item
  const look = `menu-item ${danger ? 'menu-danger' : ''}`
  if (link)
    return (
      <Base.LinkItem className={look} closeOnClick render={link}>
        {icon}
        {label}
      </Base.LinkItem>
    )
  return (
    <Base.Item className={look} disabled={reason !== undefined} data-tip={reason} onClick={onClick}>
      {icon}
      {label}
    </Base.Item>
  )
}
