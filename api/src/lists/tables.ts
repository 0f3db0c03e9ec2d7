/** A row of any list: the columns that all have, and the list's own fields. */
export interface EntryRow {
  id: string
  isDisable: boolean
  isProtected: boolean
  createdAt: string
  updatedAt: string
  picture?: string | null
  [field: string]: unknown
}

export type ListTables = Record<string, EntryRow>

/** Tables whose name differs from their list's on the wire. */
const otherNames: Readonly<Record<string, string>> = { 'doc-num-format': 'documentFormat' }

/** The table of a list by its name on the wire: `member-type` is `memberType`. */
export const tableOf = (name: string): string =>
  otherNames[name] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
