/** How the marks of a class are kept on the phone. */
import { creditTypes } from '@academy/contract/attendance/enrolments.ts'
import { z } from 'zod'

const status = z.enum(['P', 'A'])

/** Somebody else had marked this member differently when ours arrived; theirs stands. */
const difference = z.object({
  row: z.string(),
  member: z.string(),
  name: z.string(),
  ours: status,
  theirs: status,
  by: z.string(),
})
export type Difference = z.output<typeof difference>

/** Somebody who was sent and is not on the roll: named until it was seen. */
const notRecorded = z.object({ member: z.string(), name: z.string(), reason: z.string(), advice: z.string() })

const tap = z.object({ member: z.string(), name: z.string(), status })
export type Tap = z.output<typeof tap>

/** What a walk-in costs and whose wallet pays, as it is sent. */
const terms = z.object({ creditType: z.enum(creditTypes), creditMinus: z.number(), walletMember: z.string() })

/** Somebody added to a form who is not enrolled. */
const walkIn = terms.extend({ member: z.string(), name: z.string(), payer: z.string() })
export type WalkIn = z.output<typeof walkIn>

const place = z.object({
  _id: z.string(),
  course: z.string(),
  /** Of the course. */
  name: z.string(),
  date: z.string(),
  duration: z.string(),
  instructors: z.array(z.string()).default([]),
})
export type Place = z.output<typeof place>

export const phoneMarks = z
  .object({
    user: z.string(),
    session: place,
    /** Milliseconds, when it came to this state. */
    at: z.number(),
    state: z.enum(['begun', 'saved', 'sent', 'refused']),
    /** What was submitted last, under a key that makes a repeat answer as the first did. */
    marks: z.array(
      tap.extend({ name: z.string().default(''), enrollment: z.string().nullable(), ...terms.partial().shape }),
    ),
    key: z.string(),
    /** Tapped since: how each of these members stands in the form. */
    taps: z.array(tap).optional(),
    /** Who was added to the form, until the portal has answered. */
    walkIns: z.array(walkIn).default([]),
    /** Who was ticked in a form that was begun, as it was kept before there were taps. */
    present: z.array(z.string()).optional(),
    /** Why it was refused. */
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

/** Milliseconds until it is forgotten: what is done or was never finished is after a while, what waits for somebody is not. */
export function keptMs({ state, taps, differences, notRecorded: left }: PhoneMarks): number {
  if (state === 'saved' || state === 'refused' || left.length > 0) return Infinity
  return state === 'begun' || taps.length + differences.length > 0 ? weekMs : dayMs
}
