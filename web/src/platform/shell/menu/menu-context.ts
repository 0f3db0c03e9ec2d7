import { createContext } from 'react'
import type { Menu } from './menu-entry.ts'

/** Every entry of the menu whose screen stands, whoever may see it. */
export const MenuContext = createContext<Menu>([])
