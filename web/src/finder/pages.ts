/** A page the user may open. */
export interface PageEntry {
  label: string
  path: string
  /** Its group in the menu. */
  group?: string | undefined
}

const maxPages = 5

/** Pages whose names contain every word, those that start with the text first. */
export function findPages(pages: readonly PageEntry[], text: string): PageEntry[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  const words = wanted.split(/\s+/)
  const startsWithText = ({ label }: PageEntry) => Number(label.toLowerCase().startsWith(wanted))
  return pages
    .filter(({ label, group }) => words.every((word) => `${label} ${group ?? ''}`.toLowerCase().includes(word)))
    .sort((one, other) => startsWithText(other) - startsWithText(one))
    .slice(0, maxPages)
}
