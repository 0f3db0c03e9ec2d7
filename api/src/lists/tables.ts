import type { HolidayEntry } from '@academy/contract/lists/holidays.ts'

/** A row of any list: what all have, and the list's own fields under their names on the wire. */
export interface EntryRow {
  id: string
  isDisable: boolean
  isProtected: boolean
  createdAt: string
  updatedAt: string
  picture?: string | null
  [field: string]: unknown
}

/** The tables of the lists, by the resource's name on the wire. */
export const tables = {
  'member-type': 'memberType',
  coach: 'coach',
  relationship: 'relationship',
  belt: 'belt',
  'course-type': 'courseType',
  centre: 'centre',
  designation: 'designation',
  sport: 'sport',
  announcement: 'announcement',
  'doc-num-format': 'documentFormat',
  holiday: 'holiday',
  'credit-package': 'creditPackage',
} as const

export type ListName = keyof typeof tables
export type ListTables = Record<(typeof tables)[ListName], EntryRow>

export interface HolidayTables {
  holiday: { id: string; year: number; holiday: HolidayEntry[]; isDisable: boolean }
}

const isListName = (name: string): name is ListName => Object.hasOwn(tables, name)

/** The table of a list; a list without one is a fault of ours. */
export function tableOf(name: string): (typeof tables)[ListName] {
  if (!isListName(name)) throw new Error(`The list ${name} has no table`)
  return tables[name]
}
