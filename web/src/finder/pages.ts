/** A page that the person may open. */
export interface PageEntry {
  label: string
  path: string
  /** What it stands under in the menu. */
  group?: string | undefined
}

const most = 5

/** The pages whose names hold every word; those that begin with the text first. */
export function pagesNamed(pages: readonly PageEntry[], text: string): PageEntry[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  const words = wanted.split(/\s+/)
  const begins = ({ label }: PageEntry) => Number(label.toLowerCase().startsWith(wanted))
  return pages
    .filter(({ label, group }) => words.every((word) => `${label} ${group ?? ''}`.toLowerCase().includes(word)))
    .sort((one, other) => begins(other) - begins(one))
    .slice(0, most)
}
