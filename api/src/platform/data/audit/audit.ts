import { labelOf } from '@academy/contract/platform/labels.ts'
import { actionWords, moduleWords } from '@academy/contract/platform/permission.ts'
import { shownInstant } from '../../runtime/clock.ts'
import { inOrder } from './in-order.ts'

/** One record of the trail. `from` and `to` are the documents before and after; only their differences are stored. */
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
  /** Fields to mask like I/C numbers: personal data that the trail need not hold. */
  masked?: readonly string[]
  /** What the proof of the books compares the written row with; `note_seal` in the migrations says how it is made. */
  seal?: string
  /** Who did it, for calls without a signed-in caller such as the sign-in. */
  by?: { userId: string | null; username: string }
}

/** The action of an edit, which may disable or enable what is edited. */
export function editAction(was: { isDisable: boolean }, now: { isDisable: boolean }): string {
  if (was.isDisable === now.isDisable) return 'Updated'
  return now.isDisable ? 'Disabled' : 'Enabled'
}

export interface Change {
  field: string
  item: string
  type: 'added' | 'removed'
}

const secret = /password|token|hash|picture|thumbnail|file/i
const alwaysMasked = ['icNo', 'medical', 'bankAccNo']
const silent = new Set(['id', '_id', 'updatedAt', 'createdAt', 'searchText', 'parentNames', 'rowVersion'])

const dayShape = /^(\d{4})-(\d\d)-(\d\d)$/
const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/

/** What somebody typed may only look like one: there is no second 60. */
const isInstant = (text: string) => instantShape.test(text) && !Number.isNaN(Date.parse(text))

/** `2026-02-28` as the screens show it, an instant with its time in Kuala Lumpur; other text unchanged. */
function shownText(text: string): string {
  return isInstant(text) ? shownInstant(text) : text.replace(dayShape, '$3-$2-$1')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A value as the screens show it; ids are replaced by names when the record is written. */
export function shownValue(value: unknown, field = ''): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return value.map((each) => shownEntry(each)).join(', ')
  if (!isRecord(value)) return value === null || value === undefined ? '' : String(value)
  const [key, words] = field === 'permissions' ? [moduleWords, actionWords] : [labelOfKey, undefined]
  return Object.entries(value)
    .filter(([, each]) => !Array.isArray(each) || each.length > 0)
    .map(
      ([name, each]) => `${key(name)}: ${words && Array.isArray(each) ? each.map(words).join(', ') : shownValue(each)}`,
    )
    .join('; ')
}

/** Keys that do not start with a letter are amounts and are shown as they are. */
const labelOfKey = (name: string) => (/^[a-z]/i.test(name) ? labelOf(name) : name)

const shownEntry = (entry: unknown): string =>
  isRecord(entry) && !Array.isArray(entry)
    ? Object.values(entry)
        .map((each) => shownValue(each))
        .filter((text) => text !== '')
        .join(' ')
    : shownValue(entry)

/** A long number is told by its last digits; of words nothing is, nor how many they were. */
const maskedText = (text: string): string =>
  /^\+?[a-z]{0,3}[\d -]{8,}$/i.test(text) ? `${'*'.repeat(text.length - 4)}${text.slice(-4)}` : '****'

const shown = (field: string, value: unknown, masked: ReadonlySet<string>): string => {
  if (secret.test(field)) return '(not shown)'
  // Days and booleans are stored raw because the proof of the books reads them; the trail formats them for display.
  const text = typeof value === 'string' || typeof value === 'boolean' ? String(value) : shownValue(value, field)
  return masked.has(field) ? maskedText(text) : text
}

const absent = (value: unknown) => shownValue(value) === ''

/** Whether what is to be written is what stands: then nothing is written, and the trail has no record of nothing. */
export const isUnchanged = (was: object, next: object): boolean =>
  Object.entries(next).every(([key, value]) => textOf(value) === textOf(Reflect.get(was, key)))

/** The database has an order of its own. */
const textOf = (value: unknown): string => JSON.stringify(value ?? null, (_, each) => inOrder(each))

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
