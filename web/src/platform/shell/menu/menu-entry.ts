import type { waiting } from '@academy/contract/dashboard/waiting.ts'
import type { May, ResultOf } from '@academy/contract/platform/endpoint.ts'
import type { ComponentType } from 'react'

/** The menu's parts, with a hairline between them. */
type MenuPart = 'office' | 'desk' | 'reference'

export interface MenuEntry {
  label: string
  path: string
  /** Who sees it. */
  may: May
  icon?: ComponentType
  part?: MenuPart
  /** What waits behind it is counted beside it, all together. */
  waits?: readonly Exclude<keyof ResultOf<typeof waiting.waiting>, 'ownClasses'>[]
}
export interface MenuGroup {
  label: string
  icon?: ComponentType
  part?: MenuPart
  items: readonly MenuEntry[]
}
export type Menu = readonly (MenuEntry | MenuGroup)[]

export const isGroup = (entry: MenuEntry | MenuGroup): entry is MenuGroup => 'items' in entry

/** What a person sees: entries whose screen exists and is allowed; a group with none of them is gone. */
export function visibleMenu(menu: Menu, exists: (path: string) => boolean, can: (may: May) => boolean): Menu {
  const seen = (entry: MenuEntry) => exists(entry.path) && can(entry.may)
  return menu.flatMap((entry): (MenuEntry | MenuGroup)[] => {
    if (!isGroup(entry)) return seen(entry) ? [entry] : []
    const items = entry.items.filter(seen)
    return items.length > 0 ? [{ ...entry, items }] : []
  })
}

/** `/belt/listing` stands for everything under `/belt`; `/user` does not stand for `/user-group`. */
const baseOf = (path: string) => path.replace(/\/(listing|overview)$/, '')

/** The path of the entry the current path starts with. */
export function currentEntry(menu: Menu, pathname: string): string | undefined {
  const entries = menu.flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))
  return entries.find(({ path }) => `${pathname}/`.startsWith(`${baseOf(path)}/`))?.path
}
