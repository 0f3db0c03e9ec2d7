import type { List } from '@academy/contract/kit/list.ts'
import { lists } from '@academy/contract/lists/lists.ts'
import type { ComponentType } from 'react'
import { ListPage } from './ListPage.tsx'
import { RecordPage } from './RecordPage.tsx'

function listNamed(name: string): List {
  const list = lists.find((one) => one.name === name)
  if (!list) throw new Error(`There is no list named ${name}`)
  return list
}

/** The list page of a reference list, for the route of its name. */
export const listPage = (name: string): ComponentType => {
  const of = listNamed(name)
  return () => <ListPage of={of} />
}

/** The create and edit page of a reference list. */
export const recordPage = (name: string): ComponentType => {
  const of = listNamed(name)
  return () => <RecordPage of={of} />
}
