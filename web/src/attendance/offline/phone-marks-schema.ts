/** The stored form of a class's marks. */
import { creditTypes } from '@academy/contract/attendance/enrolments.ts'
import { z } from 'zod'

const status = z.enum(['P', 'A'])

/** A member whom somebody else had marked differently before ours arrived; theirs stands. */
const difference = z.object({
  row: z.string(),
  member: z.string(),
  name: z.string(),
  ours: status,
  theirs: status,
  by: z.string(),
})
export type Difference = z.output<typeof difference>

/** A member who was sent but is not on the roll; listed until acknowledged. */
const notRecorded = z.object({ member: z.string(), name: z.string(), reason: z.string(), advice: z.string() })

const tap = z.object({ member: z.string(), name: z.string(), status })
export type Tap = z.output<typeof tap>

/** What a walk-in costs and who pays, as sent. */
const terms = z.object({ creditType: z.enum(creditTypes), creditMinus: z.number(), walletMember: z.string() })

/** A member added to the form who is not enrolled. */
const walkIn = terms.extend({ member: z.string(), name: z.string(), payer: z.string() })
export type WalkIn = z.output<typeof walkIn>

/** A change of a record on the roll, until the portal has it. */
const correction = z.object({
  /** The record's id. */
  row: z.string(),
  member: z.string(),
  name: z.string(),
  /** What it becomes. */
  status,
  /** When it was made, in milliseconds; 0 where it is sent without waiting to be taken back. */
  at: z.number(),
  key: z.string(),
})
export type Correction = z.output<typeof correction>

/** Somebody who came and is no member, noted without signal, until the portal has it. */
const newcomer = z.object({
  name: z.string(),
  phoneNo: z.string(),
  creditType: z.enum(creditTypes).exclude(['trial2']),
  creditMinus: z.number().nullable(),
  payer: z.string().nullable(),
  key: z.string(),
})
export type WaitingNewcomer = z.output<typeof newcomer>

const classSummary = z.object({
  _id: z.string(),
  course: z.string(),
  /** Of the course. */
  name: z.string(),
  date: z.string(),
  duration: z.string(),
  instructors: z.array(z.string()).default([]),
})
export type ClassSummary = z.output<typeof classSummary>

export const phoneMarks = z
  .object({
    user: z.string(),
    session: classSummary,
    /** When it came to this state, in milliseconds. */
    at: z.number(),
    state: z.enum(['begun', 'saved', 'sent', 'refused']),
    /** The last submission; its idempotency key makes a repeat return the first answer. */
    marks: z.array(
      tap.extend({ name: z.string().default(''), enrollment: z.string().nullable(), ...terms.partial().shape }),
    ),
    key: z.string(),
    /** Tapped since the submission: each member's status in the form. */
    taps: z.array(tap).optional(),
    /** Walk-ins in the form, until the portal has answered. */
    walkIns: z.array(walkIn).default([]),
    corrections: z.array(correction).default([]),
    newcomers: z.array(newcomer).default([]),
    /** Written by versions before `taps`: who was ticked in a begun form. */
    present: z.array(z.string()).optional(),
    /** Why it was refused, or what the portal answered while it waits. */
    message: z.string(),
    differences: z.array(difference),
    notRecorded: z.array(notRecorded).default([]),
  })
  .transform(({ present = [], taps, ...rest }) => ({
    ...rest,
    taps: taps ?? (rest.state === 'begun' ? present.map((member) => ({ member, name: '', status: 'P' as const })) : []),
  }))
export type PhoneMarks = z.output<typeof phoneMarks>

const dayMs = 24 * 60 * 60 * 1000
const weekMs = 7 * dayMs

/** Milliseconds until the entry is removed. What waits for somebody is never removed. */
export function retentionMs({
  state,
  taps,
  differences,
  corrections,
  newcomers,
  notRecorded: left,
}: PhoneMarks): number {
  if (state === 'saved' || state === 'refused' || left.length + corrections.length + newcomers.length > 0)
    return Infinity
  return state === 'begun' || taps.length + differences.length > 0 ? weekMs : dayMs
}
