import { z } from 'zod'
import { keysOf } from '../platform/records.ts'

/** What a deletion takes away, in the order it is told. */
export const goingWords = {
  details: 'Details of the profile, with the sign-in',
  pictures: 'Pictures',
  contacts: 'Emergency contacts',
  links: 'Links between parents and children',
  notices: 'Messages to them',
  imports: 'Rows of the last imports',
  remarks: 'Remarks of enrolments',
  ended: 'Enrolments that end',
  enrolments: 'Enrolments without a class',
  trail: 'Records of the audit trail that lose their values',
  readings: 'Records of who read medical notes and I/C, which then name nobody',
} as const

const books = 'Without a name, because the books have to add up'
const issued = 'With the name, as issued'
/** What it leaves, and why. */
export const stayingWords = {
  entries: { words: 'ledger entries', why: books },
  payments: { words: 'payments', why: books },
  adjustments: { words: 'credit adjustments', why: books },
  attendance: { words: 'attendance records', why: books },
  enrolments: { words: 'enrolments', why: books },
  receipts: { words: 'official receipts', why: issued },
  papers: { words: 'credit adjustments and cash closes on paper', why: issued },
  trail: {
    words: 'records of the audit trail',
    why: 'With the name alone, because who was deleted and by whom stays known',
  },
} as const

/** A dry run of a deletion: what it would do and leave. */
export const removal = z.object({
  /** Why it is refused now; none when the member may go. */
  reasons: z.array(z.object({ path: z.string(), message: z.string() })),
  /** With history the rows of payments, attendance and the ledger stay, as those of a deleted member. */
  hasHistory: z.boolean(),
  /** How many of each kind are removed, emptied or ended; kinds of which there are none are left out. */
  goes: z.array(z.object({ kind: z.enum(keysOf(goingWords)), count: z.number() })),
  /** How many of each kind stay, and until when the law requires the youngest of them to be kept, `YYYY-MM-DD`. */
  stays: z.array(z.object({ kind: z.enum(keysOf(stayingWords)), count: z.number(), until: z.string().nullable() })),
  /** Orders that wait to be paid or verified; they do not hinder. */
  openOrders: z.number(),
  /** Numbers of the official receipts that keep the person's name, oldest first. */
  receipts: z.array(z.string()),
  /** Until when the law requires the latest of them to be kept, `YYYY-MM-DD`. */
  receiptsUntil: z.string().nullable(),
  /** The same for credit adjustments and cash closes on paper. */
  papers: z.array(z.string()),
  papersUntil: z.string().nullable(),
})
export type Removal = z.output<typeof removal>

/** Years for which accounting records have to be kept in Malaysia, counted from the end of their year. */
const retentionYears = 7

/** The last day on which a paper of this day has to be kept, `YYYY-MM-DD`. */
export const retainedUntil = (day: string): string => `${Number(day.slice(0, 4)) + retentionYears}-12-31`
