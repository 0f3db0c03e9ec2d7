/** One record of the trail. `from` and `to` are the documents before and after; only what differs is kept. */
export interface AuditEntry {
  /** The screen's name, for example Membership Profile. */
  section: string
  docType: string
  docId?: string
  /** Created, Updated, Deleted, Verified ... */
  action: string
  description: string
  from?: object
  to?: object
  /** Fields masked as I/C numbers are: what the trail need not know of a person. */
  masked?: readonly string[]
  /** Who did it, where the call itself is nobody's yet: a sign-in. */
  by?: { userId: string | null; username: string }
}

interface Change {
  field: string
  item: string
  type: 'added' | 'removed'
}

const secret = /password|token|hash|picture|thumbnail|file/i
const alwaysMasked = ['icNo', 'medical']
const silent = new Set(['updatedAt', 'createdAt', 'searchText', 'parentNames'])

const shown = (field: string, value: unknown, masked: ReadonlySet<string>): string => {
  if (secret.test(field)) return '(not shown)'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return masked.has(field) ? `${'*'.repeat(Math.max(text.length - 4, 4))}${text.slice(-4)}` : text
}

const absent = (value: unknown) => value === null || value === undefined || value === ''

/** The fields in which two documents differ, secrets left out and private ones masked. */
export function changes(
  from: object = {},
  to: object = {},
  more: readonly string[] = [],
): { from: Change[]; to: Change[] } {
  const masked = new Set([...alwaysMasked, ...more])
  const before = new Map(Object.entries(from))
  const after = new Map(Object.entries(to))
  const result: { from: Change[]; to: Change[] } = { from: [], to: [] }
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(field), after.get(field)]
    if (silent.has(field) || JSON.stringify(old ?? null) === JSON.stringify(now ?? null)) continue
    if (!absent(old)) result.from.push({ field, item: shown(field, old, masked), type: 'removed' })
    if (!absent(now)) result.to.push({ field, item: shown(field, now, masked), type: 'added' })
  }
  return result
}
