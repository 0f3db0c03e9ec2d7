/** The side menu: entries, and groups that fold; collapsed, a group opens beside its icon. */
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { DownIcon } from '../../../ui/first/icons.ts'
import { showCredit } from '../../client/dates.ts'
import { t } from '../../client/i18n.ts'
import { currentEntry, isGroup, type Menu, type MenuEntry, type MenuGroup } from './menu-entry.ts'
import { useWaiting } from './waiting.ts'

interface SideMenuProps {
  menu: Menu
  /** Icons only. */
  collapsed: boolean
  onChosen?: () => void
}

export function SideMenu({ menu, collapsed, onChosen }: SideMenuProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = currentEntry(menu, pathname)
  const group = menu.find((entry) => isGroup(entry) && entry.items.some(({ path }) => path === current))?.label
  const waiting = useWaiting()
  const [open, setOpen] = useState<readonly string[]>(group ? [group] : [])

  // Navigating to another group opens it; manually opened ones stay.
  useEffect(() => {
    if (group) setOpen((before) => (before.includes(group) ? before : [...before, group]))
  }, [group])

  // Scrolls a long menu to the current entry once its group is open.
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() => bringIntoView(frame.current))
    return () => clearTimeout(timer)
  }, [current])

  const toggle = (label: string) =>
    setOpen((before) => (before.includes(label) ? before.filter((each) => each !== label) : [...before, label]))
  const entry = (each: MenuEntry) => (
    <Entry
      key={each.path}
      entry={each}
      count={each.waits?.reduce((sum, kind) => sum + (waiting?.[kind] ?? 0), 0)}
      isCurrent={each.path === current}
      collapsed={collapsed}
      onChosen={onChosen}
    />
  )

  return (
    <nav ref={frame} className="side-menu" aria-label={t('Main menu')}>
      <ul>
        {menu.map((each, at) => [
          at > 0 && each.part !== menu[at - 1]?.part && (
            <li key={`${each.part} line`} className="menu-line" aria-hidden />
          ),
          !isGroup(each) ? (
            entry(each)
          ) : collapsed ? (
            <Beside key={each.label} group={each} isCurrent={each.label === group}>
              {each.items.map(entry)}
            </Beside>
          ) : (
            <Fold key={each.label} group={each} open={open.includes(each.label)} onToggle={() => toggle(each.label)}>
              {each.items.map(entry)}
            </Fold>
          ),
        ])}
      </ul>
    </nav>
  )
}

/** Scrolls the menu alone: `scrollIntoView` moves the page under it too. */
function bringIntoView(menu: HTMLElement | null) {
  const entry = menu?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  if (!menu || !entry) return
  const { top, bottom } = menu.getBoundingClientRect()
  menu.scrollTop += Math.max(0, entry.bottom - bottom) + Math.min(0, entry.top - top)
}

interface EntryProps {
  entry: MenuEntry
  /** How much waits behind it. */
  count: number | undefined
  isCurrent: boolean
  collapsed: boolean
  onChosen: (() => void) | undefined
}

function Entry({ entry: { label, path, icon: Icon }, count, isCurrent, collapsed, onChosen }: EntryProps) {
  const id = useId()
  return (
    <li>
      <Link
        to={path}
        aria-current={isCurrent ? 'page' : undefined}
        title={collapsed ? t(label) : undefined}
        onClick={onChosen}
        aria-describedby={count ? id : undefined}
      >
        {Icon && <Icon />}
        <span>{t(label)}</span>
        {/* It describes the entry, which keeps its name. */}
        {count ? (
          <small id={id} className="menu-count" aria-hidden>
            {showCredit(count)}
          </small>
        ) : null}
      </Link>
    </li>
  )
}

interface GroupProps {
  group: MenuGroup
  children: ReactNode
}

function Fold({ group, open, onToggle, children }: GroupProps & { open: boolean; onToggle: () => void }) {
  const id = useId()
  const Icon = group.icon
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={onToggle}>
        {Icon && <Icon />}
        <span>{t(group.label)}</span>
        <DownIcon className="menu-turn" />
      </button>
      {open && <ul id={id}>{children}</ul>}
    </li>
  )
}

/** Opens over the page, at the height of its icon as far as the window allows. */
function Beside({ group, isCurrent, children }: GroupProps & { isCurrent: boolean }) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const Icon = group.icon
  // A page was chosen.
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the path changes
  useEffect(() => list.current?.hidePopover(), [path])
  function place() {
    const box = list.current
    const at = button.current?.getBoundingClientRect()
    if (!box || !at) return
    box.style.left = `${at.right + 4}px`
    box.style.top = `${Math.max(8, Math.min(at.top, innerHeight - box.offsetHeight - 8))}px`
  }
  return (
    <li>
      <button
        ref={button}
        type="button"
        title={t(group.label)}
        aria-label={t(group.label)}
        data-current={isCurrent || undefined}
        popoverTarget={id}
      >
        {Icon && <Icon />}
      </button>
      <ul ref={list} id={id} popover="auto" className="menu-beside" aria-label={t(group.label)} onToggle={place}>
        {children}
      </ul>
    </li>
  )
}
