import { createContext } from 'react'

/** Whether a button stands in the menu of a row: there it says in words what it does, and why it cannot. */
export const RowMenu = createContext(false)
