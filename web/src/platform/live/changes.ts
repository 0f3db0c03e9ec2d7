/** How an answer differs from the one that is shown. */

interface Entry {
  _id: string
}
const isEntry = (value: unknown): value is Entry => typeof Object(value)._id === 'string'

/** The rows of a list's answer; undefined for anything else. */
function rowsIn(answer: unknown): Entry[] | undefined {
  const { items }: { items?: unknown } = Object(answer)
  return Array.isArray(items) && items.every(isEntry) ? items : undefined
}

/** Links of pictures are signed anew, and what is reckoned anew says when; neither is a change. */
const contentOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) =>
    key === 'computedAt'
      ? undefined
      : typeof inner === 'string' && inner.startsWith('/api/files/')
        ? inner.split('?')[0]
        : inner,
  ) ?? ''

/** How many rows of a list are new, changed or gone; 1 for whatever else differs, 0 where nothing does. */
export function changesIn(shown: unknown, next: unknown): number {
  if (contentOf(shown) === contentOf(next)) return 0
  const [before, after] = [rowsIn(shown), rowsIn(next)]
  if (!before || !after) return 1
  const known = new Map(before.map((row) => [row._id, contentOf(row)]))
  const fresh = after.filter((row) => known.get(row._id) !== contentOf(row)).length
  const left = new Set(after.map(({ _id }) => _id))
  // A full page pushes its last rows off for every new one.
  const gone = before.filter(({ _id }) => !left.has(_id)).length
  return Math.max(fresh, gone, 1)
}
