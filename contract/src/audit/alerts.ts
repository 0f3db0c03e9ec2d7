/** What happened that an owner should look at. */
import { z } from 'zod'
import { named } from '../platform/plain-errors.ts'
import { keysOf } from '../platform/records.ts'

/** A failed attempt is everyday, so many in a row are not. */
export const failuresInSeries = 5
/** Rows of an export that is told. */
export const largeExport = 500
/** Exports of one person in a day that are told. */
export const manyExports = 10
/** Days that are shown. */
export const alertDays = 7

/** Each kind in plain words; a record belongs to the first that fits. `isSerious` is mailed at once, the others once a day. */
export const alertKinds = {
  administrators: { words: 'Right to edit users or user groups given', isSerious: true },
  guessed: { words: 'Signed in from a new device after a series of failed sign-ins', isSerious: true },
  firstMemberExport: { words: 'Exported most members for the first time', isSerious: true },
  failures: { words: 'Series of failed sign-ins', isSerious: false },
  largeExports: { words: 'Large export', isSerious: false },
  exports: { words: 'Many exports in one day', isSerious: false },
  refused: { words: 'Refused attempt', isSerious: false },
  rights: { words: 'Changed users or rights', isSerious: false },
  movedCourses: { words: 'Moved a course to another centre', isSerious: false },
  devices: { words: 'Signed in from a new device', isSerious: false },
} as const satisfies Record<string, { words: string; isSerious: boolean }>

export type AlertKind = keyof typeof alertKinds
export const alertKindNames: readonly AlertKind[] = keysOf(alertKinds)
export const alertKind = z.enum(keysOf(alertKinds), { error: named('is not a kind of alert') })

/** What one person did of one kind in one day. */
export const alert = z.object({
  kind: alertKind,
  /** Username, or '(unknown name)'. */
  person: z.string(),
  /** The business day, YYYY-MM-DD. */
  day: z.string(),
  /** Attempts of a series count each. */
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The description of the last audit record. */
  last: z.string(),
  isNew: z.boolean(),
})
export type Alert = z.output<typeof alert>
