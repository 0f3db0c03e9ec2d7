import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { MenuItem, MenuProps } from '../first/menu-item.ts'
import './menu.css'

/** The entry that a key leads to, from the one that has the focus; undefined for a key that is not the menu's. */
function entryFor(key: string, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const at = entries.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(at < 0 ? -1 : at - 1)
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const following = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  return following.find((entry) => entry.textContent.toLowerCase().startsWith(key.toLowerCase()))
}

/**
 * A menu of actions; arrows and first letters walk through it. It stands in the page beside its button, so in the same
 * landmark, and lies over everything; the focus is in it while it is open. See first/MenuButton.tsx.
 */
export function Menu({ items, opener, byKeyboard, onClose }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useLayoutEffect(() => {
    const box = menu.current
    if (!box || !opener) return
    // Named as a screen reader hears it: without its avatar.
    opener.id = id
    const place = () => {
      const at = opener.getBoundingClientRect()
      box.style.top = `${at.bottom + 4}px`
      box.style.left = `${Math.max(8, at.right - box.offsetWidth)}px`
    }
    const onPress = ({ target }: Event) => {
      // A press on its button closes it there.
      if (target instanceof Node && !box.contains(target) && !opener.contains(target)) close.current()
    }
    box.showPopover()
    place()
    const first = byKeyboard && box.querySelector<HTMLElement>('[role="menuitem"]')
    ;(first || box).focus({ preventScroll: true })
    addEventListener('pointerdown', onPress, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('resize', place)
    }
  }, [opener, byKeyboard, id])

  function leave() {
    opener?.focus({ preventScroll: true })
    onClose()
  }

  function walk(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = entryFor(event.key, entries())
    if (!next && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    // Not a shortcut of the page as well.
    event.stopPropagation()
    if (next) next.focus()
    else leave()
  }

  function follow({ relatedTarget }: FocusEvent) {
    const isElsewhere = relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)
    if (isElsewhere && relatedTarget !== opener) onClose()
  }

  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      className="menu"
      aria-labelledby={id}
      onKeyDown={walk}
      onBlur={follow}
    >
      {items.map((item) => (
        <Item key={item.key} item={item} onChosen={leave} />
      ))}
    </div>
  )
}

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const { label, icon, onClick, link = <button type="button" /> } = item
  const choose = () => {
    // What it opens gives the focus back to the menu's button.
    onChosen()
    onClick?.()
  }
  return cloneElement(
    link,
    {
      role: 'menuitem',
      tabIndex: -1,
      className: 'menu-item',
      onClick: choose,
      onPointerMove: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus({ preventScroll: true }),
    },
    icon,
    label,
  )
}
