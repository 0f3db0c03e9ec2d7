import { lists } from '@academy/contract/lists/lists.ts'
import type { List } from '@academy/contract/platform/list.ts'
import type { ComponentType } from 'react'
import { ListPage } from './ListPage.tsx'

function listNamed(name: string): List {
  const list = lists.find((one) => one.name === name)
  if (!list) throw new Error(`There is no list named ${name}`)
  return list
}

/** The list page of a reference list, for its route. */
export const listPage = (name: string): ComponentType => {
  const of = listNamed(name)
  return () => <ListPage of={of} />
}

/** The create and edit page of a reference list. */
export const recordPage = async (name: string): Promise<ComponentType> => {
  const of = listNamed(name)
  // The list alone needs no form; it loads with the first entry.
  const { RecordPage } = await import('./RecordPage.tsx')
  return () => <RecordPage of={of} />
}
