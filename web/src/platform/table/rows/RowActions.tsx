import { Children, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/first/Button.tsx'
import { MoreIcon } from '../../../ui/first/icons.ts'
import { t } from '../../client/i18n.ts'
import { useFromMd } from '../../shell/appearance.ts'
import { RowMenu } from '../../shell/row-menu.ts'
import './row-actions.css'

interface RowActionsProps {
  /** Whose row it is, for the name of the menu. */
  name: string
  /** The one act in sight. */
  act?: ReactNode
  /** On a phone it goes into the menu, for the name leads there as well. */
  quiet?: boolean
  /** Buttons behind '…'. */
  children?: ReactNode
}

/** The acts of a row: one in sight, the others behind '…', which opens over everything and closes as soon as one is chosen. */
export function RowActions({ name, act, quiet = false, children }: RowActionsProps) {
  const id = useId()
  const isHidden = !useFromMd() && quiet && Boolean(act)
  // `{may && <Button />}` twice is a child each, and neither may be there.
  const hasMenu = isHidden || Children.toArray(children).length > 0
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // A list has a menu in every row: nothing of it is there before it is asked for.
  const [wanted, setWanted] = useState(false)

  /** Below the button, or above it where the window ends. */
  function place() {
    const box = menu.current
    const at = opener.current?.getBoundingClientRect()
    if (!box?.matches(':popover-open') || !at) return
    const above = at.bottom + box.offsetHeight + 8 > innerHeight
    box.style.top = `${above ? Math.max(8, at.top - box.offsetHeight - 4) : at.bottom + 4}px`
    box.style.left = `${Math.max(8, at.right - box.offsetWidth)}px`
    box.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
  }

  function choose({ target }: MouseEvent) {
    const chosen = target instanceof Element && target.closest('button:not([aria-disabled="true"]), a')
    if (chosen) menu.current?.hidePopover()
  }

  function walk(event: KeyboardEvent) {
    const ways: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const way = ways[event.key]
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>('button, a') ?? [])]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    if (way === undefined || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    entries[(at + way + entries.length) % entries.length]?.focus()
  }

  return (
    <>
      {!isHidden && act}
      {hasMenu && (
        <>
          <Button
            ref={opener}
            type="text"
            size="small"
            className="row-more"
            icon={<MoreIcon />}
            aria-label={t('More: {name}', { name })}
            popoverTarget={id}
            onPointerEnter={() => setWanted(true)}
            onFocus={() => setWanted(true)}
            onPointerDown={() => setWanted(true)}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a set of buttons over the page is no fieldset */}
          <div
            ref={menu}
            id={id}
            popover="auto"
            role="group"
            className="row-menu"
            aria-label={t('More: {name}', { name })}
            onToggle={place}
            onClick={choose}
            onKeyDown={walk}
          >
            {wanted && (
              <RowMenu value={true}>
                {isHidden && act}
                {children}
              </RowMenu>
            )}
          </div>
        </>
      )}
    </>
  )
}
